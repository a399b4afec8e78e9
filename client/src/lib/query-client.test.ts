import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cachedBriefly, createQueryClient } from "./query-client.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ["one minute by default", {}, 60_000],
  ["five seconds where the query says so", cachedBriefly, 5_000],
])("An answer that no screen shows any more stays in the cache for %s", async (_, options, cacheMs) => {
  const client = createQueryClient(() => undefined);
  const queryKey = ["answer"];
  const leave = new QueryObserver(client, { queryKey, queryFn: async () => 1, ...options }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  leave();
  await vi.advanceTimersByTimeAsync(cacheMs - 1);
  expect(client.getQueryData(queryKey)).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(queryKey)).toBeUndefined();
});
