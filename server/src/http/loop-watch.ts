import type { FastifyBaseLogger, FastifyInstance } from "fastify";

/** Times in milliseconds. */
export type LoopWatchSettings = {
  /** How often the loop is measured, and the delay from which on it counts as blocked. */
  everyMs: number;
  blockedMs: number;
  /** The instance is busy while the loop was blocked for more than this share of the last `spanMs`. */
  spanMs: number;
  busyShare: number;
};

/** The blocks since the start, for metrics. */
export type LoopCounters = { blocks: number; blockedMs: number };

export type LoopWatch = {
  counters: Readonly<LoopCounters>;
  /** Whether the loop is blocked so often that the instance should get no traffic. */
  isBusy: () => boolean;
  /** Notes the requests of an application, so that a block can be told from what ran meanwhile. */
  watch: (app: FastifyInstance) => void;
  /** Starts to measure. */
  start: (log: FastifyBaseLogger) => void;
  stop: () => void;
};

const usual: LoopWatchSettings = { everyMs: 100, blockedMs: 500, spanMs: 10_000, busyShare: 0.5 };
/** Lines of the log name at most so many requests, and so much of an address. */
const namedMax = 10;
const pathMax = 200;

type Running = { method: string; url: string; since: number };

/** Measures how long the event loop is blocked. Nothing else is served meanwhile, not even the readiness check. */
export function openLoopWatch(settings: Partial<LoopWatchSettings> = {}): LoopWatch {
  const { everyMs, blockedMs, spanMs, busyShare } = { ...usual, ...settings };
  const counters = { blocks: 0, blockedMs: 0 };
  const running = new Set<Running>();
  /** Those that ended since the last measurement: a block can end with the request that caused it. */
  let ended: Running[] = [];
  let blocks: { from: number; to: number }[] = [];
  let timer: NodeJS.Timeout | undefined;

  const measure = (log: FastifyBaseLogger, expectedAt: number): void => {
    const now = performance.now();
    const delay = now - expectedAt;
    if (delay >= blockedMs) {
      counters.blocks += 1;
      counters.blockedMs += delay;
      blocks.push({ from: expectedAt, to: now });
      const requests = [...ended, ...running].sort((one, other) => other.since - one.since).slice(0, namedMax);
      log.warn(
        { ms: Math.round(delay), requests: requests.map((request) => toName(request, now)) },
        "event loop blocked",
      );
    }
    ended = [];
    timer = setTimeout(measure, everyMs, log, now + everyMs).unref();
  };

  return {
    counters,
    isBusy: () => {
      const since = performance.now() - spanMs;
      blocks = blocks.filter(({ to }) => to > since);
      const blocked = blocks.reduce((sum, { from, to }) => sum + to - Math.max(from, since), 0);
      return blocked > busyShare * spanMs;
    },
    watch: (app) => {
      app.addHook("onRequest", (request, reply, done) => {
        const one = { method: request.method, url: request.url, since: performance.now() };
        running.add(one);
        reply.raw.once("close", () => {
          running.delete(one);
          ended.push(one);
        });
        done();
      });
    },
    start: (log) => {
      timer = setTimeout(measure, everyMs, log, performance.now() + everyMs).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

function toName({ method, url, since }: Running, now: number) {
  const path = url.split("?", 1)[0] ?? "";
  return { method, path: path.slice(0, pathMax), ms: Math.round(now - since) };
}
