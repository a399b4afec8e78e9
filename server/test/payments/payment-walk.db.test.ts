import { expect, it } from "vitest";
import { walk } from "../harness/payment-walk/walk.ts";
import { width } from "../harness/width.ts";

/** `WALK_SEED` replays from a seed, `WALK_SCHEDULES` says how many are walked, `WALK_PROVIDER` by which provider alone. */
const first = Number(process.env.WALK_SEED ?? Math.floor(Math.random() * 1_000_000_000));
const schedules = width.walkedSchedules;
const limitMs = 7_200_000;

it(
  "The shop and its provider agree on all money in the end, whatever happens in between",
  async () => {
    console.log(`Walking ${schedules} schedules from seed ${first}`);
    const { failures, reached } = await walk(Array.from({ length: schedules }, (_, n) => first + n));
    console.log(`Reached: ${JSON.stringify(reached)}`);
    expect(failures).toEqual([]);
    // A short walk may miss the rarest.
    if (schedules < 500) return;
    // A walk that comes to none of this sees nothing.
    for (const what of [
      "event paid",
      "matter paid twice",
      "matter refunded",
      "refund completed",
      "event confirmed",
      "event transfer taken back",
      "event cancelled",
      "event shipped",
      "event reinstated",
      "event paid too late",
      "matter refund due",
      "event edited",
      "event exchanged",
      "event paid by credit",
      "event credit returned",
      "sent before its money",
      // PayPal alone lets a checkout begin there.
      ...(process.env.WALK_PROVIDER === "stripe" ? [] : ["paid by a checkout that began at the provider"]),
      "discount used",
      "discount given back",
      "matter payment risk",
      "return refunded",
      "return refused",
    ]) {
      expect(reached[what] ?? 0, what).toBeGreaterThan(0);
    }
  },
  limitMs,
);
