import type { AppRouter } from "@shop/server/http/trpc/router";
import { createTRPCReact, httpBatchLink } from "@trpc/react-query";

/** The shop's typed procedures as hooks. */
export const trpc = createTRPCReact<AppRouter>();

const requestTimeoutMs = 30_000;

/** Aborts with a TimeoutError after the time-out, or with the given signal. */
function inTime(signal: AbortSignal | null | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  return signal == null ? timeout : AbortSignal.any([signal, timeout]);
}

/** The client of our own server. Calls of the same tick are batched. */
export function createTrpcClient() {
  return trpc.createClient({
    links: [
      httpBatchLink({
        url: "/trpc",
        // The server refuses larger batches, and proxies longer URLs.
        maxItems: 10,
        maxURLLength: 2_000,
        fetch: (url, init) => fetch(url, { ...init, signal: inTime(init?.signal) }),
      }),
    ],
  });
}
