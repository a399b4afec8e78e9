import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../src/db/client.ts";
import { plannedPrices } from "../../src/db/schema/prices.ts";
import { productHistory } from "../../src/db/schema/product-history.ts";
import type { Admin } from "../../src/domain/base/actor.ts";
import { DomainError } from "../../src/domain/base/errors.ts";
import { deleteProduct } from "../../src/domain/catalog/delete-product.ts";
import { lockState, type ProductState } from "../../src/domain/catalog/history/product-state.ts";
import { undoChange } from "../../src/domain/catalog/history/undo-change.ts";
import { updateProduct } from "../../src/domain/catalog/update-product.ts";
import { editProducts } from "../../src/domain/catalog/write-product.ts";
import { lockCurrent } from "../../src/domain/import/current-products.ts";
import { returnStock, takeStock } from "../../src/domain/order/stock.ts";
import { applyPlannedPrices } from "../../src/domain/price/apply-planned-prices.ts";
import { createPlannedPrice, removePlannedPrice } from "../../src/domain/price/planned-prices.ts";
import { wholeFrom } from "./random.ts";

/** A product as it was at a time, with the units that were sold of it until then. */
export type Snapshot = { productId: string; at: Date; state: ProductState; sold: number };

export type RandomEdits = {
  db: Db;
  admin: Admin;
  productIds: readonly string[];
  names: { brands: readonly string[]; categories: readonly string[] };
  next: () => number;
  /** The time of planned prices, which is the same for all writers. */
  clock: { now: Date };
};

const hourMs = 3_600_000;
const clockSchema = z.tuple([z.object({ now: z.coerce.date(), sold: z.coerce.number() })]);

/** Makes the table that sales are counted in. */
export const countSales = sql`
  create table sold_in_test (product_id uuid not null, qty int not null)`;

/** Does one random thing to one of the products by the procedures of the shop. Refusals are outcomes like others. */
export async function editAtRandom(edits: RandomEdits): Promise<void> {
  const acts = [change, change, change, changeParts, importChange, sell, sell, plan, passTime, undo, remove];
  const act = acts[wholeFrom(edits.next, 0, acts.length - 1)] ?? change;
  const id = pick(edits, edits.productIds);
  await act(edits, id).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}

function pick<Value>({ next }: RandomEdits, values: readonly Value[]): Value {
  const value = values[wholeFrom(next, 0, values.length - 1)];
  if (value === undefined) throw new Error("there is nothing to pick from");
  return value;
}

const fieldsOf = (edits: RandomEdits) => ({
  name: `Name ${wholeFrom(edits.next, 1, 5)}`,
  price: wholeFrom(edits.next, 1, 9) * 100,
  brand: pick(edits, edits.names.brands),
  category: pick(edits, edits.names.categories),
  countInStock: wholeFrom(edits.next, 0, 50),
  version: undefined,
});

async function change(edits: RandomEdits, id: string) {
  const seen = edits.next() < 0.5 ? { seenCountInStock: wholeFrom(edits.next, 0, 50) } : {};
  const description = edits.next() < 0.3 ? { description: `Text ${wholeFrom(edits.next, 1, 4)}` } : {};
  await updateProduct(edits.db, edits.admin, id, { ...fieldsOf(edits), ...seen, ...description });
}

async function changeParts(edits: RandomEdits, id: string) {
  const some = (most: number) => Array.from({ length: wholeFrom(edits.next, 0, most) }, (_, place) => place);
  const letter = () => String.fromCharCode(wholeFrom(edits.next, 97, 101));
  await updateProduct(edits.db, edits.admin, id, {
    ...fieldsOf(edits),
    image: `/static/${letter()}.webp`,
    imageAlt: letter(),
    moreImages: some(3).map(() => ({ image: `/static/${letter()}.webp`, alt: letter() })),
    attributes: some(4).map(() => ({ group: "", name: letter(), value: letter(), unit: "" })),
  });
}

/** What applying an import does to its rows. */
async function importChange(edits: RandomEdits) {
  const ids = edits.productIds.filter(() => edits.next() < 0.5);
  if (ids.length === 0) return;
  await edits.db.transaction(async (tx) => {
    const current = await lockCurrent(tx, [...ids]);
    await editProducts(
      tx,
      [...current.values()].map((product) => ({
        ...product,
        brandId: product.brandId ?? "",
        categoryId: product.categoryId ?? "",
        name: `Imported ${wholeFrom(edits.next, 1, 5)}`,
        priceCents: wholeFrom(edits.next, 1, 9) * 100,
        publishedAt: edits.next() < 0.2 ? null : product.publishedAt,
      })),
    );
  });
}

async function sell(edits: RandomEdits, productId: string) {
  const qty = wholeFrom(edits.next, 1, 3);
  const isReturn = edits.next() < 0.3;
  await edits.db.transaction(async (tx) => {
    if (isReturn) await returnStock(tx, [{ productId, qty }]);
    else await takeStock(tx, [{ productId, qty, line: 0 }]);
    // While the product is locked, so that a snapshot counts what its stock shows.
    await tx.execute(sql`insert into sold_in_test values (${productId}, ${isReturn ? -qty : qty})`);
  });
}

async function plan(edits: RandomEdits, id: string) {
  const at = edits.clock.now;
  const local = (hours: number) => new Date(at.getTime() + hours * hourMs).toISOString().slice(0, 16);
  const deps = { db: edits.db, timeZone: "UTC", at };
  const [open] = await edits.db.select().from(plannedPrices).where(eq(plannedPrices.productId, id)).limit(1);
  if (open !== undefined && edits.next() < 0.3) {
    await removePlannedPrice(deps, edits.admin, id, { planned: open.id });
    return;
  }
  const from = wholeFrom(edits.next, -2, 4);
  const until = edits.next() < 0.2 ? null : local(from + wholeFrom(edits.next, 1, 6));
  await createPlannedPrice(deps, edits.admin, id, {
    price: wholeFrom(edits.next, 1, 9) * 100,
    from: local(from),
    until,
  });
}

async function passTime({ db, clock }: RandomEdits) {
  clock.now = new Date(clock.now.getTime() + hourMs);
  await applyPlannedPrices(db, { at: clock.now });
}

async function undo(edits: RandomEdits, id: string) {
  const numbers = await edits.db
    .select({ number: productHistory.number })
    .from(productHistory)
    .where(eq(productHistory.productId, id));
  if (numbers.length === 0) return;
  const { number } = pick(edits, numbers);
  const outcome = await undoChange(edits.db, edits.admin, id, { number });
  if (!outcome.isUndone) await undoChange(edits.db, edits.admin, id, { number, newest: outcome.newest });
}

async function remove(edits: RandomEdits, id: string) {
  if (edits.next() < 0.3) await deleteProduct(edits.db, edits.admin, id);
}

/**
 * A product as it is, with a time at which it is so: between two changes of it, because its row is locked. The database
 * counts microseconds and a `Date` milliseconds, so that the lock is held for two of them before and after.
 */
export async function takeSnapshot({ db, productIds }: RandomEdits, random: number): Promise<Snapshot> {
  const productId = productIds[Math.floor(random * productIds.length)] ?? "";
  return db.transaction(async (tx) => {
    const state = await lockState(tx, productId);
    if (state === undefined) throw new Error("there is no such product");
    await tx.execute(sql`select pg_sleep(0.002)`);
    const { rows } = await tx.execute(sql`
      select clock_timestamp() as now,
        (select coalesce(sum(qty), 0) from sold_in_test where product_id = ${productId}) as sold`);
    const [{ now, sold }] = clockSchema.parse(rows);
    await tx.execute(sql`select pg_sleep(0.002)`);
    return { productId, at: now, state, sold };
  });
}
