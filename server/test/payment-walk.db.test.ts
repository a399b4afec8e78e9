import { expect, it } from "vitest";
import { walk } from "./harness/payment-walk/walk.ts";

const first = Number(process.env.WALK_SEED ?? Math.floor(Math.random() * 1_000_000_000));
const schedules = Number(process.env.WALK_SCHEDULES ?? 300);

it("The shop and its provider agree on all money in the end, whatever happens in between", async () => {
  console.log(`Walking ${schedules} schedules from seed ${first}`);
  const started = performance.now();
  const { failures, reached } = await walk(Array.from({ length: schedules }, (_, n) => first + n));
  console.log(JSON.stringify(reached, null, 1));
  console.log(`${Math.round(performance.now() - started)} ms`);
  expect(failures).toEqual([]);
}, 3_600_000);
