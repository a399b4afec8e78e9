import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** Memory in KiB, times in milliseconds. */
export type ImageProcessLimits = {
  /** The most memory that the process may allocate; enforced on Linux. */
  memoryKiB: number;
  /** The longest time for one image; `busyFactor` times as long while a busy machine gives it less processor time. */
  timeMs: number;
  /** The time without work after which the process ends. */
  idleMs: number;
};

/** The process that decodes images could not be started. Answered with status 503. */
class ImageProcessUnavailable extends Error {
  readonly statusCode = 503;
}

/** The reason for which an image is refused. */
export type ImageFault = z.output<typeof faultSchema>;
const faultSchema = z.enum(["not an image", "broken", "too many pixels", "too many frames", "too much to decode"]);

const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** One width of an image as WebP, and as AVIF where that is smaller. */
export type EncodedWidth = z.output<typeof widthSchema>;
const widthSchema = z.object({ webp: bytesSchema, avif: bytesSchema.nullable() });

/** The encoded widths of an image, the smallest first, and its master if it has one; or why it is refused. */
export type DecodedImage = z.output<typeof replySchema>;
const replySchema = z.union([
  z.object({ fault: faultSchema }),
  z.object({ images: z.array(widthSchema), master: bytesSchema.nullable() }),
]);

/** An image to decode, and whether a master is wanted. */
export type DecodeRequest = z.output<typeof decodeRequestSchema>;
export const decodeRequestSchema = z.object({ source: bytesSchema, withMaster: z.boolean() });

/** The longest start of the process, in milliseconds. */
export const imageProcessStartMs = 15_000;

/** Decodes one image at a time in a process of its own. */
export type DecodeImage = (request: DecodeRequest, signal?: AbortSignal) => Promise<DecodedImage>;

/**
 * Decodes images in a child process, which is started when needed and ends when idle: the memory of a
 * decoder is neither bounded nor returned inside the shop's process. The caller sends one image at a
 * time. An image that exceeds a limit or crashes the process is refused as "too much to decode". When
 * the signal aborts, decoding ends at once, and the call fails with the signal's reason.
 */
export function openImageProcess(limits: ImageProcessLimits): DecodeImage {
  let current: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  const start = (): ChildProcess => {
    const child = startProcess(limits.memoryKiB);
    // Without a listener, a failed start or a message to a process that has ended would end the shop.
    child.on("error", () => undefined);
    child.once("exit", () => {
      if (current === child) current = undefined;
    });
    return child;
  };

  const end = (child: ChildProcess): void => {
    child.kill("SIGKILL");
    if (current === child) current = undefined;
  };

  return async (request, signal) => {
    clearTimeout(idle);
    const child = current ?? start();
    const isNew = current === undefined;
    current = child;
    keepAlive(child, true);
    try {
      return await exchange(child, request, { isNew, signal, timeMs: limits.timeMs, end: () => end(child) });
    } finally {
      keepAlive(child, false);
      idle = setTimeout(() => end(child), limits.idleMs).unref();
    }
  };
}

type Exchange = { isNew: boolean; signal: AbortSignal | undefined; timeMs: number; end: () => void };

/** How many times its limit an image may take where other work has the processors. */
export const busyFactor = 4;

/** The processor time of a process in milliseconds; `undefined` where the system does not say. Linux counts in hundredths. */
function processorMsOf({ pid }: ChildProcess): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Behind the name, which may hold blanks: user time and system time are the 12th and 13th field.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const hundredths = Number(fields[11]) + Number(fields[12]);
    return Number.isNaN(hundredths) ? undefined : hundredths * 10;
  } catch {
    return undefined;
  }
}

/** Sends an image to the process and waits for its reply, its end, the time limit or the abort. */
function exchange(
  child: ChildProcess,
  request: DecodeRequest,
  { isNew, signal, timeMs, end }: Exchange,
): Promise<DecodedImage> {
  return new Promise((resolve, reject) => {
    let isReady = !isNew;
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      child.off("message", onMessage).off("error", onEnd).off("exit", onEnd);
      settle();
    };
    const onMessage = (message: unknown) => {
      if (message === "ready") {
        isReady = true;
        clearTimeout(timer);
        timer = startWork();
        return;
      }
      const reply = replySchema.safeParse(message);
      finish(() => (reply.success ? resolve(reply.data) : reject(new ImageProcessUnavailable("unknown reply"))));
    };
    const onEnd = () => {
      end();
      finish(() => (isReady ? resolve({ fault: "too much to decode" }) : reject(unavailable())));
    };
    const onAbort = () => {
      end();
      finish(() => reject(signal?.reason));
    };
    const startWork = () => {
      const before = processorMsOf(child);
      const since = performance.now();
      const onLimit = () => {
        const used = (processorMsOf(child) ?? Number.POSITIVE_INFINITY) - (before ?? 0);
        const left = Math.min(timeMs - used, busyFactor * timeMs - (performance.now() - since));
        if (left <= 0) onEnd();
        else timer = setTimeout(onLimit, left);
      };
      return setTimeout(onLimit, timeMs);
    };
    let timer = isNew ? setTimeout(onEnd, imageProcessStartMs) : startWork();
    signal?.addEventListener("abort", onAbort, { once: true });
    child.on("message", onMessage).once("error", onEnd).once("exit", onEnd);
    if (signal?.aborted === true) onAbort();
    else child.send(request);
  });
}

function unavailable(): ImageProcessUnavailable {
  return new ImageProcessUnavailable("the process that decodes images did not start");
}

/** Whether the process keeps the shop's own process from ending. */
function keepAlive(child: ChildProcess, isWorking: boolean): void {
  if (isWorking) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

/**
 * Sets the limit of a process's own memory and becomes the program. RLIMIT_DATA counts the memory of libraries too, and
 * the whole stack of every thread: smaller stacks leave more for images.
 */
const limitedProgram = 'ulimit -s 2048 && ulimit -d "$1" && shift && exec "$@"';

function startProcess(memoryKiB: number): ChildProcess {
  const isSource = import.meta.url.endsWith(".ts");
  const entry = fileURLToPath(new URL(isSource ? "./image-worker.ts" : "./image-worker.js", import.meta.url));
  const loader = isSource ? ["--import", createRequire(import.meta.url).resolve("tsx")] : [];
  // Its work is done by native code. Without compiled JavaScript, Node 24 reserves no half gigabyte for it, which the limit counts.
  const program = [process.execPath, "--max-old-space-size=96", "--jitless", ...loader, entry];
  const [command = "", ...args] =
    process.platform === "linux" ? ["/bin/sh", "-c", limitedProgram, "sh", String(memoryKiB), ...program] : program;
  return spawn(command, args, {
    // The decoders print warnings about broken images.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
    // None of the shop's secrets. Fixed thresholds return the memory of each image; by default they grow with it.
    env: {
      PATH: process.env.PATH,
      MALLOC_ARENA_MAX: "1",
      MALLOC_MMAP_THRESHOLD_: "1048576",
      MALLOC_TRIM_THRESHOLD_: "1048576",
    },
  });
}
