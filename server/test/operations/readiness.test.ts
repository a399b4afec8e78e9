import Fastify from "fastify";
import { expect, it } from "vitest";
import { healthRoutes, type ReadinessDeps, watchReadiness } from "../../src/http/health.ts";

/** What an instance in these circumstances answers. */
async function answerOf(needs: Partial<ReadinessDeps>) {
  const app = Fastify();
  const all = {
    isDraining: () => false,
    isSeeded: () => true,
    countMigrations: async () => 3,
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
  expect(await answerOf({ isSeeded: () => false })).toEqual(lacksSchema);
  expect(await answerOf({ countMigrations: async () => 2 })).toEqual(lacksSchema);
  const lacksDatabase = { ...unavailable, missing: "the database does not answer" };
  expect(await answerOf({ countMigrations: () => Promise.reject(new Error("postgres://secret@host")) })).toEqual(
    lacksDatabase,
  );
  expect(await answerOf({ countMigrations: () => new Promise(() => undefined) })).toEqual(lacksDatabase);
});

it("Many who ask at the same moment ask the database once, and whoever comes later asks again", async () => {
  let asked = 0;
  const readiness = watchReadiness({
    ...{ isDraining: () => false, isSeeded: () => true, known: 1, timeoutMs: 1_000 },
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
