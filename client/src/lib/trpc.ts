import type { AppRouter } from "@shop/server/http/trpc/router";
import { createTRPCReact, httpBatchLink } from "@trpc/react-query";

/** The shop's typed procedures as hooks. */
export const trpc = createTRPCReact<AppRouter>();

const requestTimeoutMs = 30_000;

/** A signal that ends with a TimeoutError when no answer comes, or with the given one. */
function inTime(signal: AbortSignal | null | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  return signal == null ? timeout : AbortSignal.any([signal, timeout]);
}

/** The connection to our own server: calls of one moment travel together. */
export function createTrpcClient() {
  return trpc.createClient({
    links: [
      httpBatchLink({
        url: "/trpc",
        // The server refuses larger batches; proxies refuse longer addresses.
        maxItems: 10,
        maxURLLength: 2_000,
        fetch: (url, init) => fetch(url, { ...init, signal: inTime(init?.signal) }),
      }),
    ],
  });
}
