import { type ChangedOrder, type RehearsalResult, rehearsedExamples } from "@shop/shared/admin/rehearsal";
import type { PastOrder } from "./past-orders.ts";
import { addSums, noSums, type Repriced } from "./price-again.ts";

type Counted = Pick<RehearsalResult, "all" | "touched" | "lost" | "examples">;

/** Sums of orders as they were and as they would have been, and those of them that would have changed most. */
export class Tally {
  #all = { before: noSums, after: noSums };
  #touched = { before: noSums, after: noSums };
  #lost = 0;
  #examples: ChangedOrder[] = [];

  add({ id, createdAt }: PastOrder, before: Repriced, after: Repriced | null): void {
    this.#all = added(this.#all, before, after);
    if (after === null) this.#lost += 1;
    if (after !== null && isSame(before, after)) return;
    this.#touched = added(this.#touched, before, after);
    const example = { order: id, placedAt: createdAt.toISOString(), before: before.bill, after: after?.bill ?? null };
    // Among equal changes, the newest order.
    this.#examples = [example, ...this.#examples]
      .toSorted((a, b) => changeOf(b) - changeOf(a))
      .slice(0, rehearsedExamples);
  }

  get result(): Counted {
    return { all: this.#all, touched: this.#touched, lost: this.#lost, examples: this.#examples };
  }
}

function added(sums: Counted["all"], before: Repriced, after: Repriced | null): Counted["all"] {
  return {
    before: addSums(sums.before, before.sums),
    after: after === null ? sums.after : addSums(sums.after, after.sums),
  };
}

function isSame({ bill: a }: Repriced, { bill: b }: Repriced): boolean {
  return (
    a.totalCents === b.totalCents &&
    a.discountCents === b.discountCents &&
    a.shippingCents === b.shippingCents &&
    a.taxCents === b.taxCents &&
    a.itemsCents === b.itemsCents
  );
}

const changeOf = ({ before, after }: ChangedOrder) => Math.abs(before.totalCents - (after?.totalCents ?? 0));
