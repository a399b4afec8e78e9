import { limitConcurrency } from "../../infra/concurrency-limiter.ts";
import {
  type ExchangeProcessOptions,
  type HeldProcess,
  openExchangeProcesses,
  ProcessEnded,
} from "../../infra/exchange-process.ts";
import { inWords } from "./cell-limits.ts";
import type { FileDescription, WantedLayout } from "./describe-file.ts";
import type { FileLayout } from "./file-layout.ts";
import type { FileProduct, ReadSettings } from "./file-row.ts";
import { type ReadReply, type ReadRequest, readReplySchema, type Task } from "./read-exchange.ts";
import { FileProblem } from "./read-file.ts";
import type { FileEntry } from "./records/file-entry.ts";

/** The piece of a file that is read between two replies, in bytes: it bounds what one reply takes. */
const pieceBytes = 65_536;
/** How often a reading that waits asks whether it is still wanted, in milliseconds. */
const wantedMs = 200;
/** The longest wait of a new file for one of the processes that look into it, in milliseconds. */
const queueMs = 30_000;

const isSource = import.meta.url.endsWith(".ts");

/** A piece takes some milliseconds; a machine that is short of processors gets a thousand times that. */
const usualLimits: ExchangeProcessOptions = {
  entry: new URL(isSource ? "./read-worker.ts" : "./read-worker.js", import.meta.url),
  heapMegabytes: 160,
  startMs: 60_000,
  replyMs: 20_000,
  idleMs: 30_000,
};

export type RecordSettings = Extract<Task, { kind: "read-records" }>["settings"];

export type FileReader = {
  /**
   * The products of a file, one after the other. `stopped` is asked while the process works; what it returns ends the
   * reading as its error. Fails with a FileProblem, also for a file that cannot be read within the limits.
   */
  read: (
    chunks: AsyncIterable<Buffer>,
    options: FileLayout & { settings: ReadSettings },
    stopped: () => Error | undefined,
  ) => AsyncGenerator<FileProduct>;
  /** The customers or orders of a file, one after the other. As `read` in the rest. */
  readEntries: (
    chunks: AsyncIterable<Buffer>,
    options: FileLayout & { settings: RecordSettings },
    stopped: () => Error | undefined,
  ) => AsyncGenerator<FileEntry>;
  /** What the first rows of a file show. Fails with a FileProblem. */
  describe: (chunks: AsyncIterable<Buffer>, layout: WantedLayout) => Promise<FileDescription>;
};

/** Reads files in processes of their own: whatever a file is, it takes neither the time nor the memory of the shop. */
export function openFileReader(limits: ExchangeProcessOptions): FileReader {
  const takeProcess = openExchangeProcesses(limits);
  const limited = limitConcurrency({ concurrency: 2, timeoutMs: queueMs });
  return {
    read: async function* (chunks, { encoding, delimiter, settings }, stopped) {
      const given = { task: { kind: "read" as const, encoding, delimiter, settings }, chunks, stopped };
      for await (const reply of repliesTo(takeProcess(), given)) if ("products" in reply) yield* reply.products;
    },
    readEntries: async function* (chunks, { encoding, delimiter, settings }, stopped) {
      const given = { task: { kind: "read-records" as const, encoding, delimiter, settings }, chunks, stopped };
      for await (const reply of repliesTo(takeProcess(), given)) if ("entries" in reply) yield* reply.entries;
    },
    describe: (chunks, layout) =>
      limited(async () => {
        const given = { task: { kind: "describe" as const, ...layout }, chunks, stopped: () => undefined };
        for await (const reply of repliesTo(takeProcess(), given)) if ("described" in reply) return reply.described;
        throw new Error("the process described no file");
      }),
  };
}

export const fileReader = openFileReader(usualLimits);

type Result = Exclude<ReadReply, { wants: "chunk" } | { problem: string }>;

type Given = { task: Task; chunks: AsyncIterable<Buffer>; stopped: () => Error | undefined };

/** Gives a process a file as it asks for it, and yields its results; the next one is awaited while one is used. */
async function* repliesTo(held: HeldProcess, { task, chunks, stopped }: Given): AsyncGenerator<Result> {
  const pieces = piecesOf(chunks)[Symbol.asyncIterator]();
  const abort = new AbortController();
  const watch = setInterval(() => {
    const reason = stopped();
    if (reason !== undefined) abort.abort(reason);
  }, wantedMs).unref();
  const next = (request: ReadRequest) => nextResult(held, pieces, { request, signal: abort.signal });
  let line = 1;
  try {
    for (let result = await next({ task }); ; ) {
      const read = "products" in result ? result.products : "entries" in result ? result.entries : undefined;
      if (read === undefined) {
        held.giveBack();
        yield result;
        return;
      }
      line = read.at(-1)?.line ?? line;
      const following = next({ goOn: true });
      // A failure is found when it is awaited, which may be never.
      following.catch(() => undefined);
      yield result;
      result = await following;
    }
  } catch (error) {
    throw error instanceof ProcessEnded && error.hasStarted ? tooMuch(line) : error;
  } finally {
    clearInterval(watch);
    held.end();
    await pieces.return?.(undefined);
  }
}

function tooMuch(line: number): FileProblem {
  const where = line === 1 ? "The beginning of the file" : `What comes after line ${inWords(line)} of the file`;
  return new FileProblem(
    `${where} takes too much time or memory to read. Please check the rows there, or leave them out.`,
  );
}

type Asked = { request: ReadRequest; signal: AbortSignal };

/** The next result of the process, which is given what it wants until then. */
async function nextResult(held: HeldProcess, pieces: AsyncIterator<Buffer>, asked: Asked): Promise<Result> {
  let { request } = asked;
  for (;;) {
    const reply = readReplySchema.parse(await held.ask(request, asked.signal));
    if ("problem" in reply) {
      held.giveBack();
      throw new FileProblem(reply.problem);
    }
    if (!("wants" in reply)) return reply;
    const piece = await pieces.next();
    request = piece.done === true ? { isEnd: true } : { chunk: piece.value };
  }
}

async function* piecesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += pieceBytes) yield chunk.subarray(start, start + pieceBytes);
  }
}
