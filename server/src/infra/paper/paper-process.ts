import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { limitConcurrency, newQueueMetrics } from "../concurrency-limiter.ts";
import { lowerPriority } from "../lower-priority.ts";
import type { PaperLine } from "./paper-line.ts";

/** The queue of files, for metrics. */
export const paperQueue = newQueueMetrics();

/** How long a file waits for a slot, in milliseconds: that of many orders waits for another such file. */
const queueMs = { few: 30_000, many: 120_000 };
/**
 * How long a file may take to be written, in milliseconds. Many orders take seconds, and many times that on a busy machine,
 * which gives their process what others leave.
 */
const writeMs = 300_000;
/** The most bytes of one file. */
const fileMax = 64_000_000;

/** Files of many orders have a slot of their own, so that nobody waits for them who wants the invoice of an order. */
const limited = {
  few: limitConcurrency({ concurrency: 2, timeoutMs: queueMs.few, counters: paperQueue }),
  many: limitConcurrency({ concurrency: 1, timeoutMs: queueMs.many, counters: paperQueue }),
};

/** Whether a file is about one or a few orders, for which somebody waits, or about many. */
export type PaperSize = keyof typeof limited;

/** The process could not write the file. Answered with status 503. */
class PaperProcessFailed extends Error {
  readonly statusCode = 503;
}

/** A whole file. Its content is read once; the file is gone when that is closed. */
export type PaperFile = { bytes: number; content: Readable };

/**
 * Writes sheets into a PDF, in a process of its own: shaping texts blocks for long, and the memory is given back as a
 * whole. The file is complete before its first byte is sent, so that the status says whether it could be written, and a
 * slow reader holds no process. The process ends at once when the signal aborts, when its time is over, or when the
 * sheets fail.
 */
export function writePdf(
  lines: AsyncIterable<PaperLine>,
  { size, signal }: { size: PaperSize; signal: AbortSignal },
): Promise<PaperFile> {
  return limited[size](async () => {
    const file = await openUnnamedFile();
    try {
      const ends = AbortSignal.any([signal, AbortSignal.timeout(writeMs)]);
      await runProcess(lines, file, { size, signal: ends });
      const { size: bytes } = await file.stat();
      signal.throwIfAborted();
      const content = file.createReadStream({ start: 0 });
      // Fails when nobody is left to read the file.
      content.on("error", () => undefined);
      signal.addEventListener("abort", () => content.destroy(), { once: true });
      return { bytes, content };
    } catch (error) {
      await file.close();
      throw error;
    }
  }, signal);
}

/** A file without a name, so that nothing is left of it when the process ends in any way. */
async function openUnnamedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `shop-paper-${randomUUID()}.pdf`);
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  return file;
}

async function runProcess(
  lines: AsyncIterable<PaperLine>,
  file: FileHandle,
  { size, signal }: { size: PaperSize; signal: AbortSignal },
): Promise<void> {
  const failure = new AbortController();
  const ends = AbortSignal.any([signal, failure.signal]);
  ends.throwIfAborted();
  const child = startProcess(ends);
  if (size === "many") lowerPriority(child.pid);
  try {
    await Promise.all([
      whenEnded(child),
      pipeline(Readable.from(toText(lines)), child.stdin, { signal: ends }),
      pipeline(child.stdout, (chunks) => writeUpTo(fileMax, chunks, file), { signal: ends }),
    ]);
  } catch (error) {
    // The process ends whatever it waits for.
    failure.abort(error);
    throw signal.aborted ? signal.reason : error;
  }
}

/** Resolves when the process has ended by itself and said that the file is whole. */
function whenEnded(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      code === 0 ? resolve() : reject(new PaperProcessFailed(`the process ended: ${code ?? signal}`)),
    );
  });
}

async function writeUpTo(max: number, chunks: AsyncIterable<Buffer>, file: FileHandle): Promise<void> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > max) throw new PaperProcessFailed("the file is too large");
    await file.writeFile(chunk);
  }
}

async function* toText(lines: AsyncIterable<PaperLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

function startProcess(signal: AbortSignal) {
  const isSource = import.meta.url.endsWith(".ts");
  const entry = fileURLToPath(new URL(isSource ? "./paper-worker.ts" : "./paper-worker.js", import.meta.url));
  const loader = isSource ? ["--import", createRequire(import.meta.url).resolve("tsx")] : [];
  return spawn(process.execPath, ["--max-old-space-size=192", ...loader, entry], {
    stdio: ["pipe", "pipe", "inherit"],
    signal,
    killSignal: "SIGKILL",
    // None of the shop's secrets.
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: "1" },
  });
}
