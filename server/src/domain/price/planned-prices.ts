import {
  type PlannedPriceInput,
  type PlannedPriceState,
  type PlannedPrices,
  plannedPricesMax,
} from "@shop/shared/catalog/planned-price";
import { formatMoney, toWire } from "@shop/shared/money";
import { isId } from "@shop/shared/query";
import { instantIn, localTimeIn } from "@shop/shared/time-zone";
import { and, asc, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { plannedPrices } from "../../db/schema/prices.ts";
import { products } from "../../db/schema/products.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound, refuseStale, retryingConflicts } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { isNotDeleted } from "../catalog/admin-products.ts";
import { applyTo } from "./apply-planned-prices.ts";
import { hasEnded, overlap } from "./calendar.ts";

/** `timeZone` is the shop's, in which admins plan. `at` stands for now, which is the default. */
export type PlannedPriceDeps = { db: Db; timeZone: string; at?: Date };

type Plan = typeof plannedPrices.$inferSelect;

/** So many planned prices that have ended are listed. */
const endedShown = 10;

/** The planned prices of a product. Fails with NOT_FOUND. */
export async function listPlannedPrices(
  { db, timeZone }: PlannedPriceDeps,
  _admin: Admin<"products.read">,
  productId: string,
) {
  const product = await findProduct(db, productId);
  const of = eq(plannedPrices.productId, productId);
  const open = await db
    .select()
    .from(plannedPrices)
    .where(and(of, isNull(plannedPrices.endedAt)))
    .orderBy(asc(plannedPrices.startsAt));
  const ended = await db
    .select()
    .from(plannedPrices)
    .where(and(of, isNotNull(plannedPrices.endedAt)))
    .orderBy(desc(plannedPrices.startsAt))
    .limit(endedShown);
  return {
    timeZone,
    price: toWire(product.priceCents),
    regularPrice: toWire(product.regularPriceCents ?? product.priceCents),
    planned: [...open, ...ended].map((plan) => ({
      _id: plan.id,
      price: toWire(plan.priceCents),
      from: localTimeIn(timeZone, plan.startsAt),
      until: localEnd(timeZone, plan),
      state: stateOf(plan),
      version: plan.version,
    })),
  } satisfies PlannedPrices;
}

/** When it ends, or ended early. */
function localEnd(timeZone: string, { endsAt, endedAt }: Period & { endedAt: Date | null }) {
  const isEarly = endedAt !== null && (endsAt === null || endedAt < endsAt);
  const end = isEarly ? endedAt : endsAt;
  return end === null ? null : localTimeIn(timeZone, end);
}

function stateOf({ begunAt, endedAt }: Plan): PlannedPriceState {
  if (endedAt !== null) return begunAt === null ? "missed" : "ended";
  return begunAt === null ? "planned" : "running";
}

/**
 * Plans a price, which begins at once if its time has come. Fails with NOT_FOUND, and with VALIDATION if it would hold
 * at the same time as another one, or if it has ended already.
 */
export async function createPlannedPrice(
  deps: PlannedPriceDeps,
  admin: Admin<"products.write">,
  productId: string,
  input: PlannedPriceInput,
): Promise<void> {
  const { timeZone } = deps;
  await changePlans(deps, productId, async (tx, product, open) => {
    const period = periodOf(input, deps);
    if (open.length >= plannedPricesMax) {
      throw new DomainError("VALIDATION", `A product can have at most ${plannedPricesMax} planned prices`);
    }
    refuseOverlap(period, open, timeZone);
    const plan = { id: uuidv7(), productId, priceCents: input.price, ...period };
    await tx.insert(plannedPrices).values({ ...plan, userId: admin.id });
    await recordChange(tx, admin, { product, change: [null, describe(plan, timeZone)] });
  });
}

/**
 * Changes a planned price. One that has begun can only get another end. Fails with NOT_FOUND, with STALE, and with
 * VALIDATION like `createPlannedPrice`.
 */
export async function updatePlannedPrice(
  deps: PlannedPriceDeps,
  admin: Admin<"products.write">,
  productId: string,
  { planned, version, ...input }: PlannedPriceInput & { planned: string; version?: number | undefined },
): Promise<void> {
  const { timeZone } = deps;
  await changePlans(deps, productId, async (tx, product, open) => {
    const period = periodOf(input, deps);
    const before = findPlan(open, planned);
    refuseStale(before, { version });
    const isSameStart = localTimeIn(timeZone, before.startsAt) === input.from;
    if (before.begunAt !== null && !(isSameStart && before.priceCents === input.price)) {
      throw invalid("from", "It has begun, so that only its end can be changed. End it to plan another price.");
    }
    // A time that clocks show twice is not moved by saving it as it was.
    const isSameEnd = localEnd(timeZone, before) === input.until;
    const after = {
      priceCents: input.price,
      startsAt: isSameStart ? before.startsAt : period.startsAt,
      endsAt: isSameEnd ? before.endsAt : period.endsAt,
    };
    const others = open.filter(({ id }) => id !== planned);
    refuseOverlap(after, others, timeZone);
    const { priceCents, startsAt, endsAt } = after;
    await tx
      .update(plannedPrices)
      .set({ priceCents, startsAt, endsAt, version: before.version + 1 })
      .where(eq(plannedPrices.id, planned));
    await recordChange(tx, admin, { product, change: [describe(before, timeZone), describe(after, timeZone)] });
  });
}

/** Deletes a planned price, or ends it at once if it has begun. Fails with NOT_FOUND and with STALE. */
export async function removePlannedPrice(
  deps: PlannedPriceDeps,
  admin: Admin<"products.write">,
  productId: string,
  { planned, version }: { planned: string; version?: number | undefined },
): Promise<void> {
  await changePlans(deps, productId, async (tx, product, open) => {
    const plan = findPlan(open, planned);
    refuseStale(plan, { version });
    const now = deps.at ?? new Date();
    if (plan.begunAt === null) await tx.delete(plannedPrices).where(eq(plannedPrices.id, planned));
    else await tx.update(plannedPrices).set({ endedAt: now }).where(eq(plannedPrices.id, planned));
    await recordChange(tx, admin, { product, change: [describe(plan, deps.timeZone), null] });
  });
}

type LockedProduct = Awaited<ReturnType<typeof findProduct>>;

/** Changes the planned prices of a locked product that have not ended, and applies what holds now. */
async function changePlans(
  { db, at }: PlannedPriceDeps,
  productId: string,
  change: (tx: Db, product: LockedProduct, open: Plan[]) => Promise<void>,
): Promise<void> {
  const run = () =>
    db.transaction(async (tx) => {
      const product = await findProduct(tx, productId, true);
      const of = and(eq(plannedPrices.productId, productId), isNull(plannedPrices.endedAt));
      await change(tx, product, await tx.select().from(plannedPrices).where(of).orderBy(asc(plannedPrices.startsAt)));
      await applyTo(tx, [productId], at);
    });
  await retryingConflicts(run);
}

async function findProduct(db: Db, id: string, isLocked = false) {
  if (!isId(id)) throw notFound("Product");
  const { name, priceCents, regularPriceCents } = products;
  const query = db
    .select({ id: products.id, name, priceCents, regularPriceCents })
    .from(products)
    .where(and(eq(products.id, id), isNotDeleted));
  const [found] = await (isLocked ? query.for("no key update") : query);
  if (found === undefined) throw notFound("Product");
  return found;
}

function findPlan(open: readonly Plan[], id: string): Plan {
  const plan = open.find((each) => each.id === id);
  if (plan === undefined) throw notFound("Planned price");
  return plan;
}

type Period = Pick<Plan, "startsAt" | "endsAt">;

function periodOf({ from, until }: PlannedPriceInput, { timeZone, at = new Date() }: PlannedPriceDeps): Period {
  const period = { startsAt: instantIn(timeZone, from), endsAt: until === null ? null : instantIn(timeZone, until) };
  const { startsAt, endsAt } = period;
  if (endsAt !== null && endsAt <= startsAt) throw invalid("until", "The end must be after the start");
  if (hasEnded(period, at)) throw invalid("until", "The end must be in the future");
  return period;
}

function refuseOverlap(period: Period, others: readonly Plan[], timeZone: string): void {
  const other = others.find((each) => overlap(period, each));
  if (other !== undefined)
    throw invalid("from", `At that time there is another planned price: ${describe(other, timeZone)}`);
}

function invalid(path: string, message: string): DomainError {
  return new DomainError("VALIDATION", message, { errors: [{ path, message }] });
}

/** "$8.00 from 2026-11-27 00:00 until 2026-11-30 00:00". */
function describe({ priceCents, startsAt, endsAt }: Period & { priceCents: number }, timeZone: string): string {
  const text = (at: Date) => localTimeIn(timeZone, at).replace("T", " ");
  return `${formatMoney(toWire(priceCents))} from ${text(startsAt)}${endsAt === null ? "" : ` until ${text(endsAt)}`}`;
}

type PlanChange = { product: LockedProduct; change: [before: string | null, after: string | null] };

async function recordChange(tx: Db, admin: Admin<"products.write">, { product, change }: PlanChange): Promise<void> {
  const changes = { plannedPrice: change };
  await recordAct(tx, admin, {
    act: "updated",
    entity: "product",
    entityId: product.id,
    subject: product.name,
    changes,
  });
}
