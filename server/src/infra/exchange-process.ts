import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

export type ExchangeProcessOptions = {
  /** The program, a `.ts` file beside the caller's, or the `.js` file of the bundle. */
  entry: URL;
  /** The most memory of its heap, in megabytes. */
  heapMegabytes: number;
  /** The longest start and the longest time for one reply, in milliseconds. */
  startMs: number;
  replyMs: number;
  /** The time without work after which the process ends, in milliseconds. */
  idleMs: number;
};

/** The process was ended by a limit, or ended by itself, before it replied. */
export class ProcessEnded extends Error {
  override readonly name = "ProcessEnded";
  /** Answered with status 503 where nobody knows better. */
  readonly statusCode = 503;
  /** Whether it had started, so that what it was asked is the likely reason. */
  constructor(readonly hasStarted: boolean) {
    super("a process for foreign files ended before it replied");
  }
}

/** A process of one's own until it is given back. It replies once to each request. */
export type HeldProcess = {
  /** Fails with ProcessEnded, and with the signal's reason when it aborts; the process is ended then. */
  ask: (request: object, signal: AbortSignal) => Promise<unknown>;
  /** For the next one, after the reply to the last request. */
  giveBack: () => void;
  /** Ends it, unless it was given back. */
  end: () => void;
};

type Process = { child: ChildProcess; hasStarted: boolean; idle: NodeJS.Timeout | undefined };

/** Processes of one program, which are started when needed and end when idle; one of them waits for the next caller. */
export function openExchangeProcesses(options: ExchangeProcessOptions): () => HeldProcess {
  let waiting: Process | undefined;
  const end = (process: Process) => {
    clearTimeout(process.idle);
    process.child.kill("SIGKILL");
    if (waiting === process) waiting = undefined;
  };
  const start = (): Process => {
    const process = { child: startProcess(options), hasStarted: false, idle: undefined };
    // Without a listener, a failed start or a message to a process that has ended would end the shop.
    process.child.on("error", () => undefined);
    process.child.once("exit", () => end(process));
    return process;
  };
  return () => {
    const process = waiting ?? start();
    waiting = undefined;
    clearTimeout(process.idle);
    keepAlive(process.child, true);
    let isHeld = true;
    const release = (then: () => void) => {
      if (!isHeld) return;
      isHeld = false;
      keepAlive(process.child, false);
      then();
    };
    return {
      ask: (request, signal) => exchange(process, request, { ...options, signal, end: () => end(process) }),
      giveBack: () =>
        release(() => {
          if (waiting !== undefined || !process.child.connected) return end(process);
          waiting = process;
          process.idle = setTimeout(() => end(process), options.idleMs).unref();
        }),
      end: () => release(() => end(process)),
    };
  };
}

type Limits = { startMs: number; replyMs: number; signal: AbortSignal; end: () => void };

/** Sends a request and waits for the reply, the end of the process, a time limit or the abort. */
function exchange(process: Process, request: object, { startMs, replyMs, signal, end }: Limits): Promise<unknown> {
  const { child } = process;
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      child.off("message", onMessage).off("error", onEnd).off("exit", onEnd);
      settle();
    };
    const onMessage = (message: unknown) => {
      if (message !== "ready") return finish(() => resolve(message));
      process.hasStarted = true;
      clearTimeout(timer);
      timer = setTimeout(onEnd, replyMs);
    };
    const onEnd = () => {
      end();
      finish(() => reject(new ProcessEnded(process.hasStarted)));
    };
    const onAbort = () => {
      end();
      finish(() => reject(signal.reason));
    };
    let timer = setTimeout(onEnd, process.hasStarted ? replyMs : startMs);
    signal.addEventListener("abort", onAbort, { once: true });
    child.on("message", onMessage).once("error", onEnd).once("exit", onEnd);
    if (signal.aborted) onAbort();
    else if (!child.connected) onEnd();
    else child.send(request);
  });
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

/** A process whose shop was killed while it worked ends by itself at last. */
const limitedProgram = 'ulimit -t 3600 && exec "$@"';

function startProcess({ entry, heapMegabytes }: ExchangeProcessOptions): ChildProcess {
  const loader = entry.pathname.endsWith(".ts") ? ["--import", createRequire(import.meta.url).resolve("tsx")] : [];
  const program = [process.execPath, `--max-old-space-size=${heapMegabytes}`, ...loader, fileURLToPath(entry)];
  const [command = "", ...args] =
    process.platform === "linux" ? ["/bin/sh", "-c", limitedProgram, "sh", ...program] : program;
  return spawn(command, args, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
    // None of the shop's secrets.
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: "1" },
  });
}
