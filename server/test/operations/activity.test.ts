import { expect, it } from "vitest";
import { Activity } from "../../src/infra/activity.ts";

it("An instance rests ten seconds after the last request, and the first one after that waits for what it has missed", async () => {
  let now = 0;
  let woken = 0;
  const activity = new Activity(() => now);
  let followed = () => {};
  activity.onWake(() => {
    woken += 1;
    return new Promise<void>((done) => {
      followed = done;
    });
  });
  now = 9_999;
  expect(activity.isResting).toBe(false);
  expect(activity.begin()).toBeUndefined();
  activity.end();
  now = 20_100;
  expect(activity.isResting).toBe(true);
  // Whoever comes meanwhile waits for the same.
  const answered: number[] = [];
  const waiting = [1, 2, 3].map((n) => activity.begin()?.then(() => answered.push(n)));
  expect(activity.isResting).toBe(false);
  await Promise.resolve();
  expect(answered).toEqual([]);
  followed();
  await Promise.all(waiting);
  expect(answered).toEqual([1, 2, 3]);
  expect(woken).toBe(1);
  expect(activity.begin()).toBeUndefined();
});

it("A database that does not answer keeps the first request after a rest waiting for half a second, not longer", async () => {
  let now = 0;
  const activity = new Activity(() => now);
  activity.onWake(() => new Promise(() => undefined));
  now = 60_000;
  const since = performance.now();
  await activity.begin();
  expect(performance.now() - since).toBeGreaterThan(400);
  expect(activity.begin()).toBeUndefined();
});

it("An instance does not rest while it answers somebody, for however long: a list that is open is told of new orders", () => {
  let now = 0;
  const activity = new Activity(() => now);
  activity.begin();
  now = 3_600_000;
  expect(activity.isResting).toBe(false);
  activity.end();
  expect(activity.isResting).toBe(false);
  now += 10_001;
  expect(activity.isResting).toBe(true);
});
