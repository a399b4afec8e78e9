import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";

/** Limits of an upload: total time and interval in milliseconds, and the bytes that each interval must bring. */
export type UploadPace = { longest: number; windowMs: number; leastBytes: number };

/** Allows five megabytes at 0.4 Mbit/s. A stalled upload ends as early as any other request. */
export const uploadPace: UploadPace = { longest: 110_000, windowMs: 7_000, leastBytes: 10_000 };

/** An upload below its limits. Status 408. */
class TooSlow extends Error {
  readonly statusCode = 408;
}

const unhurried = new WeakSet<Socket>();

/** Whether the socket carries an upload, which Node's request time-out must not end. Node reports each request once. */
export function hasOwnPace(socket: Socket): boolean {
  return unhurried.has(socket);
}

/**
 * Reads a large body under the upload limits instead of the request time-out.
 * The caller has authorized the sender. Throws with status 408.
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
