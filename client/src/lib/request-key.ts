import { useRef } from "react";

type RequestKey = {
  /** The key of a request. It stays the same until the request changes or `forget` is called. */
  keyFor: (request: unknown) => string;
  /** Call after the request succeeded or was finally refused, so that an equal request gets a new key. */
  forget: () => void;
};

/** Idempotency key of a request, so that a retry after a lost response is not executed twice. */
export function useRequestKey(): RequestKey {
  const latest = useRef<{ key: string; request: string }>(undefined);
  return {
    keyFor: (request) => {
      const text = JSON.stringify(request);
      if (latest.current?.request !== text) latest.current = { key: crypto.randomUUID(), request: text };
      return latest.current.key;
    },
    forget: () => {
      latest.current = undefined;
    },
  };
}
