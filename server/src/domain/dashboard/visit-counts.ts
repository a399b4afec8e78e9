import { type VisitStep, visitSteps } from "@shop/shared/admin/visit-steps";
import { dayOfTime } from "@shop/shared/time-zone";
import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { visitDays } from "../../db/schema/operations.ts";

/** How much one address can add in an hour: more than an office of people, less than a program that counts itself up. */
const perAddressMax = 500;
/** Addresses that are remembered. Without room for more, further ones are not counted until the hour is over. */
const addressesMax = 20_000;
const hourMs = 3_600_000;

/**
 * Counts how far visits go, by day and step alone: a count does not say whose it is. Addresses stay in memory for an hour
 * at most, so that nobody counts much.
 */
export class VisitCounts {
  readonly #pending = new Map<string, { day: string; step: VisitStep; count: number }>();
  readonly #byAddress = new Map<string, number>();
  #hour = 0;

  /** Notes a step in memory, so that its answer waits for nothing. The day is that of the shop's time zone. */
  note(
    step: VisitStep,
    { address, timeZone, at = new Date() }: { address: string; timeZone: string; at?: Date },
  ): void {
    if (!this.#mayCount(address, at)) return;
    const day = dayOfTime(timeZone, at);
    const key = `${day} ${step}`;
    this.#pending.set(key, { day, step, count: (this.#pending.get(key)?.count ?? 0) + 1 });
  }

  #mayCount(address: string, at: Date): boolean {
    const hour = Math.floor(at.getTime() / hourMs);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#byAddress.clear();
    }
    const known = this.#byAddress.get(address) ?? 0;
    if (known >= perAddressMax || (known === 0 && this.#byAddress.size >= addressesMax)) return false;
    this.#byAddress.set(address, known + 1);
    return true;
  }

  /** Writes what was noted since the last time. What could not be written is dropped. Instances can run it in parallel. */
  async write(db: Db): Promise<void> {
    // In one order, so that instances wait for each other and not in a circle.
    const rows = [...this.#pending.values()].toSorted((a, b) => {
      return a.day === b.day ? visitSteps.indexOf(a.step) - visitSteps.indexOf(b.step) : a.day < b.day ? -1 : 1;
    });
    this.#pending.clear();
    if (rows.length === 0) return;
    await db
      .insert(visitDays)
      .values(rows)
      .onConflictDoUpdate({
        target: [visitDays.day, visitDays.step],
        set: { count: sql`${visitDays.count} + excluded.count` },
      });
  }
}
