import { chunkTimeoutMs } from "@shop/shared/shop";
import type { ComponentType } from "react";

/** A screen's code did not arrive; loading the page again is the way on. */
export class ScreenLoadError extends Error {
  override readonly name = "ScreenLoadError";
}

/** A screen that is loaded when it is first needed. */
export type LazyScreen = {
  /** For the route table. */
  lazy: () => Promise<{ Component: ComponentType }>;
  /** Starts loading early; a failure waits until the screen is needed. */
  preload: () => void;
};

/** A screen in its own chunk: one retry, and an error after two minutes without an answer. */
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

/** Code in a chunk of its own: one retry, and an error after two minutes without an answer. */
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
