import { chunkTimeoutMs } from "@shop/shared/shop";
import type { ComponentType } from "react";

/** A screen's chunk could not be loaded. Reloading the page may help. */
export class ScreenLoadError extends Error {
  override readonly name = "ScreenLoadError";
}

/** A screen that is loaded on first use. */
export type LazyScreen = {
  /** The route's `lazy` function. */
  lazy: () => Promise<{ Component: ComponentType }>;
  /** Starts loading early. A failure is thrown when the screen is rendered. */
  preload: () => void;
};

/** A screen in a chunk of its own, loaded as `loadChunk` does. Throws a ScreenLoadError. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let loading: Promise<ComponentType> | undefined;

  function start(): Promise<ComponentType> {
    loading ??= loadChunk(load).catch((cause: unknown) => {
      loading = undefined;
      throw new ScreenLoadError("This screen could not be loaded", { cause });
    });
    return loading;
  }

  return {
    lazy: async () => ({ Component: await start() }),
    preload: () => {
      start().catch(() => undefined);
    },
  };
}

/** Loads a chunk with one retry. Throws after `chunkTimeoutMs`. */
export function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  return inTime(load().catch(load));
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Time-out")), chunkTimeoutMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
