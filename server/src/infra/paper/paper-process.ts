import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { limitConcurrency, newQueueMetrics } from "../concurrency-limiter.ts";
import type { PaperLine } from "./paper-line.ts";

/** The queue of files, for metrics. */
export const paperQueue = newQueueMetrics();

/** How long a file waits for a slot, and how long it may take to be written and read; in milliseconds. */
const queueMs = 30_000;
const writeMs = 180_000;
/** How much of a file waits in memory for a slow reader, so that small files free their slot at once; in bytes. */
const waitingMax = 4_000_000;

const limited = limitConcurrency({ concurrency: 2, timeoutMs: queueMs, figures: paperQueue });

/** The process could not write the file. Answered with status 503. */
class PaperProcessFailed extends Error {
  readonly statusCode = 503;
}

/**
 * Writes sheets into a PDF, in a process of its own: shaping texts blocks for long, and the memory is given back as a
 * whole. Resolves with the first bytes, and fails if there are none. A failure midway ends the stream with an error; the
 * process ends when the signal aborts.
 */
export function writePdf(lines: AsyncIterable<PaperLine>, signal: AbortSignal): Promise<Readable> {
  return new Promise((resolve, reject) => {
    limited(async () => {
      const child = startProcess();
      const file = new PassThrough({ highWaterMark: waitingMax });
      const limit = AbortSignal.any([signal, AbortSignal.timeout(writeMs)]);
      file.once("readable", () => resolve(file));
      // A failure before the first bytes is the caller's; one after them ends the reader.
      file.on("error", () => undefined);
      const ended = new Promise<void>((done, fail) => {
        child.once("error", fail);
        child.once("exit", (code) =>
          code === 0 ? done() : fail(new PaperProcessFailed(`the process ended: ${code}`)),
        );
      });
      // The file ends only after the process has said that it is whole.
      child.stdout.pipe(file, { end: false });
      const read = new Promise<void>((done) => child.stdout.once("end", done));
      try {
        await Promise.all([pipeline(Readable.from(toText(lines)), child.stdin, { signal: limit }), ended, read]);
        file.end();
      } catch (error) {
        child.kill("SIGKILL");
        const failure = error instanceof Error ? error : new PaperProcessFailed("unknown failure");
        reject(failure);
        file.destroy(failure);
      }
    }, signal).catch(reject);
  });
}

async function* toText(lines: AsyncIterable<PaperLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

function startProcess() {
  const isSource = import.meta.url.endsWith(".ts");
  const entry = fileURLToPath(new URL(isSource ? "./paper-worker.ts" : "./paper-worker.js", import.meta.url));
  const loader = isSource ? ["--import", createRequire(import.meta.url).resolve("tsx")] : [];
  return spawn(process.execPath, ["--max-old-space-size=192", ...loader, entry], {
    stdio: ["pipe", "pipe", "inherit"],
    // None of the shop's secrets.
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: "1" },
  });
}
