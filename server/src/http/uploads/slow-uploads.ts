import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";

/** How long the whole of an upload may take, and the least that must come in any stretch of it; milliseconds and bytes. */
export type UploadPace = { longest: number; windowMs: number; leastBytes: number };

/** Five megabytes at 0.4 Mbit/s; somebody who sends nothing worth mentioning is cut off as soon as everybody else. */
export const uploadPace: UploadPace = { longest: 110_000, windowMs: 7_000, leastBytes: 10_000 };

/** Came too slowly. Answered with status 408. */
class TooSlow extends Error {
  readonly statusCode = 408;
}

const unhurried = new WeakSet<Socket>();

/**
 * Whether a request that has run out of the time of all requests is an upload
 * that has a pace of its own. Node tells of each request but once.
 */
export function hasOwnPace(socket: Socket): boolean {
  return unhurried.has(socket);
}

/**
 * Reads a large body at the pace of uploads instead of that of all requests,
 * which measures them by their first seconds. Whoever calls this has decided
 * that the sender may take a connection for so long. Fails with status 408.
 */
export async function atUploadPace<Result>(
  { raw }: FastifyRequest,
  { longest, windowMs, leastBytes }: UploadPace,
  read: () => Promise<Result>,
): Promise<Result> {
  const { socket } = raw;
  unhurried.add(socket);
  const started = performance.now();
  let since = { at: started, bytes: socket.bytesRead };
  let watch: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, fail) => {
    watch = setInterval(() => {
      const now = performance.now();
      if (now - started > longest) fail(new TooSlow("the upload took too long"));
      if (now - since.at < windowMs) return;
      if (socket.bytesRead - since.bytes < leastBytes) fail(new TooSlow("the upload stalled"));
      since = { at: now, bytes: socket.bytesRead };
    }, 500);
  });
  try {
    return await Promise.race([read(), late]);
  } finally {
    clearInterval(watch);
    unhurried.delete(socket);
  }
}
