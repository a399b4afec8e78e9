import { keepListedMs } from "@shop/shared/shop";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { restoreBackForwardCache, startBackForwardCache } from "./back-forward-cache.ts";
import { cachedBriefly, createQueryClient } from "./query-client.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Shows an answer on a screen, leaves the screen, and waits until the cache has dropped it. */
async function look(room: string) {
  const client = createQueryClient(() => undefined);
  startBackForwardCache(client);
  const queryKey = [[room, "list"], { type: "query" }];
  const queryFn = vi.fn(async () => "answer");
  const leave = new QueryObserver(client, { queryKey, queryFn, ...cachedBriefly }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  leave();
  await vi.advanceTimersByTimeAsync(10 * keepListedMs);
  expect(client.getQueryData(queryKey)).toBeUndefined();
  return { client, queryKey, queryFn };
}

test("Back shows a list that the cache has dropped, and asks for it anew", async () => {
  const { client, queryKey, queryFn } = await look("catalog");
  restoreBackForwardCache();
  expect(client.getQueryData(queryKey)).toBe("answer");
  new QueryObserver(client, { queryKey, queryFn, ...cachedBriefly }).subscribe(() => undefined);
  expect(queryFn).toHaveBeenCalledTimes(2);
});

test("Nothing private comes back", async () => {
  const { client, queryKey } = await look("order");
  restoreBackForwardCache();
  expect(client.getQueryData(queryKey)).toBeUndefined();
});

test("Of what was dropped no more than the newest answers come back", async () => {
  const client = createQueryClient(() => undefined);
  startBackForwardCache(client);
  const keys = Array.from({ length: 40 }, (_, page) => [["catalog", "list"], { input: page, type: "query" }]);
  for (const key of keys) client.setQueryData(key, "answer");
  client.clear();
  for (const key of keys) client.setQueryData(key, "answer");
  for (const query of client.getQueryCache().getAll()) client.getQueryCache().remove(query);
  restoreBackForwardCache();
  const back = keys.map((key) => client.getQueryData(key) !== undefined);
  expect(back.filter(Boolean)).toHaveLength(30);
  expect(back.at(-1)).toBe(true);
});
