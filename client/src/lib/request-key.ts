import { useRef } from "react";

type RequestKey = {
  /** The key of this very request: the same as long as nothing in it changes and nobody forgets it. */
  keyFor: (request: unknown) => string;
  /** The request has gone through, or was refused for good: the next one is another, even with the same words. */
  forget: () => void;
};

/** Keeps the key under which a request is sent, so that a repeat after a lost answer is known to be the same. */
export function useRequestKey(): RequestKey {
  const kept = useRef<{ key: string; request: string }>(undefined);
  return {
    keyFor: (request) => {
      const text = JSON.stringify(request);
      if (kept.current?.request !== text) kept.current = { key: crypto.randomUUID(), request: text };
      return kept.current.key;
    },
    forget: () => {
      kept.current = undefined;
    },
  };
}
