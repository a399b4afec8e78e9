import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lazyScreen, ScreenLoadError } from "./lazy-screen.ts";

const Screen = () => null;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("A screen that fails once is loaded at the second try", async () => {
  const load = vi.fn(async () => Screen).mockRejectedValueOnce(new Error("offline"));
  await expect(lazyScreen(load).lazy()).resolves.toEqual({ Component: Screen });
  expect(load).toHaveBeenCalledTimes(2);
});

test("A screen that fails twice ends with an error, and can be asked for again", async () => {
  const load = vi.fn(async () => Screen);
  load.mockRejectedValueOnce(new Error("offline")).mockRejectedValueOnce(new Error("offline"));
  const screen = lazyScreen(load);
  await expect(screen.lazy()).rejects.toBeInstanceOf(ScreenLoadError);
  await expect(screen.lazy()).resolves.toEqual({ Component: Screen });
});

test("A screen that does not come in 120 seconds ends with an error", async () => {
  const screen = lazyScreen(() => new Promise(() => undefined));
  const failure = expect(screen.lazy()).rejects.toBeInstanceOf(ScreenLoadError);
  await vi.advanceTimersByTimeAsync(119_999);
  await vi.advanceTimersByTimeAsync(1);
  await failure;
});

test("A screen is loaded once however often it is wanted", async () => {
  const load = vi.fn(async () => Screen);
  const screen = lazyScreen(load);
  screen.preload();
  await screen.lazy();
  await screen.lazy();
  expect(load).toHaveBeenCalledTimes(1);
});
