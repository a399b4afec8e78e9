import Fastify from "fastify";
import { expect, it } from "vitest";
import { healthRoutes, type ReadinessDeps, watchReadiness } from "../../src/http/health.ts";
import { openLoopWatch } from "../../src/http/loop-watch.ts";

/** What an instance in these circumstances answers. */
async function answerOf(needs: Partial<ReadinessDeps>) {
  const app = Fastify();
  const all = {
    isDraining: () => false,
    isBusy: () => false,
    countMigrations: async () => 3,
    isWritable: async () => true,
    known: 3,
    timeoutMs: 50,
  };
  healthRoutes(app, watchReadiness({ ...all, ...needs }));
  const [alive, ready] = await Promise.all([app.inject("/healthz"), app.inject("/readyz")]);
  await app.close();
  expect(alive.json()).toEqual({ status: "ok" });
  expect(ready.statusCode).toBe(ready.json().status === "ready" ? 200 : 503);
  return ready.json();
}

it("Readiness names what is missing, and liveness does not care", async () => {
  const unavailable = { status: "unavailable" };
  expect(await answerOf({})).toEqual({ status: "ready" });
  expect(await answerOf({ countMigrations: async () => 4 })).toEqual({ status: "ready" });
  expect(await answerOf({ isDraining: () => true })).toEqual({
    ...unavailable,
    missing: "this instance is about to stop",
  });
  const lacksSchema = { ...unavailable, missing: "the database lacks migrations" };
  expect(await answerOf({ countMigrations: async () => 2 })).toEqual(lacksSchema);
  expect(await answerOf({ isWritable: async () => false })).toEqual({
    ...unavailable,
    missing: "the database takes no changes",
  });
  const lacksDatabase = { ...unavailable, missing: "the database does not answer" };
  expect(await answerOf({ countMigrations: () => Promise.reject(new Error("postgres://secret@host")) })).toEqual(
    lacksDatabase,
  );
  expect(await answerOf({ countMigrations: () => new Promise(() => undefined) })).toEqual(lacksDatabase);
});

it("Many who ask at the same moment ask the database once, and whoever comes later asks again", async () => {
  let asked = 0;
  const readiness = watchReadiness({
    isDraining: () => false,
    isBusy: () => false,
    known: 1,
    timeoutMs: 1_000,
    isWritable: async () => true,
    countMigrations: async () => {
      asked += 1;
      return asked;
    },
  });
  expect(new Set(await Promise.all(Array.from({ length: 50 }, readiness)))).toEqual(new Set(["ready"]));
  expect(asked).toBe(1);
  await readiness();
  expect(asked).toBe(2);
});

it("An instance whose event loop is blocked names the request in its log and gets no traffic as long as that lasts", async () => {
  const lines: string[] = [];
  const watch = openLoopWatch({ everyMs: 10, blockedMs: 200, spanMs: 3_000, busyShare: 0.1 });
  const app = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } });
  watch.watch(app);
  const all = {
    isDraining: () => false,
    countMigrations: async () => 1,
    isWritable: async () => true,
    known: 1,
    timeoutMs: 5_000,
  };
  healthRoutes(app, watchReadiness({ ...all, isBusy: watch.isBusy }));
  app.get("/slow", () => {
    const until = performance.now() + 700;
    while (performance.now() < until);
    return "done";
  });
  const origin = await app.listen({ port: 0 });
  watch.start(app.log);
  const ready = async () => (await fetch(`${origin}/readyz`)).status;
  await expect.poll(ready).toBe(200);
  expect((await fetch(`${origin}/slow?secret=1`)).status).toBe(200);
  await expect.poll(() => watch.counters.blocks).toBeGreaterThan(0);
  expect(watch.counters.blockedMs).toBeGreaterThan(500);
  const blocked = lines.filter((line) => line.includes("event loop blocked"));
  expect(blocked.join()).toContain('"method":"GET","path":"/slow"');
  expect(blocked.join()).not.toContain("secret");
  expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({
    status: "unavailable",
    missing: "this instance is busy",
  });
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  await expect.poll(ready).toBe(200);
  watch.stop();
  await app.close();
});
