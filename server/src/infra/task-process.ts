import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { limitConcurrency, type QueueMetrics } from "./concurrency-limiter.ts";
import { lowerPriority } from "./lower-priority.ts";

/** Times in milliseconds. */
export type TaskLimits = {
  /** The longest time for one task. */
  timeMs: number;
  /** The most memory of the process's heap, in megabytes. */
  memoryMb: number;
  /** How long a task waits for those before it, and how many tasks wait at once. */
  queueMs: number;
  queueMax: number;
  /** The time without work after which the process ends. */
  idleMs: number;
  /** How far requests go before it; far without it. */
  niceness?: number;
};

/** The task took more time or memory than it may, or it failed. */
export class TaskExceeded extends Error {}

/** No process was there for the task. Answered with status 503. */
export class TaskUnavailable extends Error {
  readonly statusCode = 503;
}

/** The longest start of a process, in milliseconds. */
const startMs = 30_000;

type TaskOptions<Result> = { parse: (reply: unknown) => Result; limits: TaskLimits; counters: QueueMetrics };

/**
 * Runs tasks in a process of its own, one after the other, so that they block no request; one that takes too much time or
 * memory ends with the process. The process is started when needed, and requests go before it on a busy machine. `entry`
 * is a module beside this one that calls `serveTasks`; the build bundles it. Fails with `TaskExceeded` and
 * `TaskUnavailable`. Updates `counters`.
 */
export function openTaskProcess<Task extends string | object, Result>(
  entry: string,
  { parse, limits, counters }: TaskOptions<Result>,
): (task: Task) => Promise<Result> {
  const limited = limitConcurrency({ concurrency: 1, timeoutMs: limits.queueMs, counters });
  let current: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  const end = (child: ChildProcess): void => {
    if (current === child) current = undefined;
    child.kill("SIGKILL");
  };

  const run = async (task: Task): Promise<Result> => {
    clearTimeout(idle);
    const isNew = current === undefined;
    const child = current ?? startProcess(entry, limits);
    current = child;
    keepAlive(child, true);
    try {
      return parse(await exchange(child, task, { isNew, timeMs: limits.timeMs }));
    } catch (error) {
      end(child);
      throw error;
    } finally {
      keepAlive(child, false);
      idle = setTimeout(() => end(child), limits.idleMs).unref();
    }
  };

  return async (task) => {
    if (counters.waiting >= limits.queueMax) {
      counters.refused += 1;
      throw new TaskUnavailable("too many tasks wait");
    }
    return limited(() => run(task));
  };
}

/** Does the tasks of `openTaskProcess`, in its process. A task that fails ends the process. */
export function serveTasks(work: (task: unknown) => string | object | Promise<string | object>): void {
  process.on("message", async (task) => process.send?.(await work(task)));
  // The shop has ended or needs the process no longer.
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.send?.("ready");
}

/** Sends a task to the process and waits for its reply, its end or the time limit. */
function exchange(
  child: ChildProcess,
  task: string | object,
  { isNew, timeMs }: { isNew: boolean; timeMs: number },
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let isReady = !isNew;
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      child.off("message", onMessage).off("error", onEnd).off("exit", onEnd);
      settle();
    };
    const onEnd = () =>
      finish(() => reject(isReady ? new TaskExceeded("limit reached") : new TaskUnavailable("no process")));
    const onMessage = (message: unknown) => {
      if (message !== "ready") return finish(() => resolve(message));
      isReady = true;
      clearTimeout(timer);
      timer = setTimeout(onEnd, timeMs);
    };
    let timer = setTimeout(onEnd, isNew ? startMs : timeMs);
    child.on("message", onMessage).once("error", onEnd).once("exit", onEnd);
    child.send(task);
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

function startProcess(entry: string, { memoryMb, niceness }: TaskLimits): ChildProcess {
  const isSource = import.meta.url.endsWith(".ts");
  const file = fileURLToPath(new URL(`./${entry}.${isSource ? "ts" : "js"}`, import.meta.url));
  const loader = isSource ? ["--import", createRequire(import.meta.url).resolve("tsx")] : [];
  const child = spawn(process.execPath, [`--max-old-space-size=${memoryMb}`, ...loader, file], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
    // None of the shop's secrets.
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: "1" },
  });
  // Without a listener, a failed start or a message to a process that has ended would end the shop.
  child.on("error", () => undefined);
  lowerPriority(child.pid, niceness);
  return child;
}
