import type {
  AskedOutcome,
  Proposal,
  Rehearsal,
  RehearsalOutcome,
  Rehearse,
  RehearsedDiscount,
} from "@shop/shared/admin/rehearsal";
import type { DiscountTerms } from "@shop/shared/discount/discount-rule";
import { isId } from "@shop/shared/query";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { discountRules, discountRuleVersions, orderDiscounts } from "../../db/schema/discounts.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { plannedPrices } from "../../db/schema/prices.ts";
import { rehearsals } from "../../db/schema/rehearsals.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import { withInstants } from "../terms-of-sale/rate-days.ts";
import { readPastOrders } from "./past-orders.ts";
import { addSums, noSums, sumsOf } from "./price-again.ts";
import type { RehearseDeps } from "./rehearse.ts";

export type RehearsalDeps = RehearseDeps & { shop: { timeZone: string } };

/** How many may wait at a time. */
const waitingMax = 10;
/** How many orders are summed to say what came of a change. */
const cameOrdersMax = 20_000;
const dayMs = 86_400_000;

/**
 * Begins to try a change on the orders of the past, and gives the id by which its outcome is read; the same change that waits
 * already is not tried twice. Fails with VALIDATION for terms in another currency, and with RATE_LIMITED while many wait.
 */
export async function startRehearsal(
  deps: RehearsalDeps,
  _admin: Admin<"insights.read">,
  asked: Rehearse,
): Promise<Rehearsal> {
  const proposal = toProposal(asked, deps.shop.timeZone);
  await refuseOtherCurrency(deps, proposal);
  const [waiting] = await deps.db
    .select()
    .from(rehearsals)
    .where(and(eq(rehearsals.state, "waiting"), isProposal(proposal)))
    .limit(1);
  if (waiting !== undefined) return toRehearsal(waiting);
  if ((await deps.db.$count(rehearsals, eq(rehearsals.state, "waiting"))) >= waitingMax) {
    const message = "Other changes are being tried. Please wait a little.";
    throw new DomainError("RATE_LIMITED", message, { retryAfter: 10 });
  }
  const [begun] = await deps.db.insert(rehearsals).values({ proposal }).returning();
  if (begun === undefined) throw new Error("a rehearsal was not stored");
  return toRehearsal(begun);
}

/** How far a rehearsal is, and what it has found. Fails with NOT_FOUND. */
export async function readRehearsal(
  { db }: RehearsalDeps,
  _admin: Admin<"insights.read">,
  id: string,
): Promise<Rehearsal> {
  const [found] = isId(id) ? await db.select().from(rehearsals).where(eq(rehearsals.id, id)) : [];
  if (found === undefined) throw notFound("Rehearsal");
  return toRehearsal(found);
}

/** What was foretold of what is in force now, and what came of it since; null where it was not tried before. */
export async function readOutcome(
  deps: RehearsalDeps,
  _admin: Admin<"insights.read">,
  asked: AskedOutcome,
): Promise<RehearsalOutcome | null> {
  const inForce = await findInForce(deps, asked);
  if (inForce === undefined) return null;
  const [row] = await deps.db
    .select()
    .from(rehearsals)
    .where(and(eq(rehearsals.state, "done"), isProposal(inForce.proposal)))
    .orderBy(desc(rehearsals.createdAt))
    .limit(1);
  const foretold = row === undefined ? undefined : toRehearsal(row);
  if (row?.finishedAt == null || foretold?.result == null) return null;
  const since = row.finishedAt;
  let came = noSums;
  for await (const batch of readPastOrders(deps.db, { since, where: inForce.orders }, cameOrdersMax)) {
    for (const order of batch) {
      const { terms } = await deps.terms.ofVersion(deps.db, order.termsVersion);
      came = addSums(came, sumsOf(order, terms));
    }
  }
  const days = Math.max(1, Math.ceil((Date.now() - since.getTime()) / dayMs));
  return { foretold: { ...foretold, result: foretold.result }, came: { ...came, days } };
}

const isProposal = (proposal: Proposal) => sql`${rehearsals.proposal} = ${JSON.stringify(proposal)}::jsonb`;

function toProposal(asked: Rehearse, timeZone: string): Proposal {
  if (asked.kind !== "terms of sale") return asked;
  return { kind: asked.kind, terms: withInstants(asked.terms, timeZone) };
}

async function refuseOtherCurrency({ db, terms }: RehearsalDeps, proposal: Proposal): Promise<void> {
  if (proposal.kind !== "terms of sale") return;
  const { currency } = (await terms.current(db)).terms;
  if (proposal.terms.currency === currency) return;
  const message = `Past orders are in ${currency}, so that they say nothing of another currency.`;
  throw new DomainError("VALIDATION", message, { errors: [{ path: "terms.currency", message }] });
}

/** What is in force as it would have been proposed, and the orders that it is about. */
type InForce = { proposal: Proposal; orders: SQL };

async function findInForce({ db, terms }: RehearsalDeps, asked: AskedOutcome): Promise<InForce | undefined> {
  switch (asked.kind) {
    case "discount": {
      const [rule] = await db
        .select({ terms: discountRuleVersions.terms })
        .from(discountRules)
        .innerJoin(
          discountRuleVersions,
          and(
            eq(discountRuleVersions.ruleId, discountRules.id),
            eq(discountRuleVersions.version, discountRules.version),
          ),
        )
        .where(eq(discountRules.id, asked.id));
      if (rule === undefined) return undefined;
      const isUsed = sql`exists (select from ${orderDiscounts} d where d.order_id = ${orders}.id and d.rule_id = ${asked.id})`;
      return { proposal: { ...asked, terms: withoutName(rule.terms) }, orders: isUsed };
    }
    case "terms of sale": {
      const current = await terms.current(db);
      const proposal = { kind: asked.kind, terms: current.terms };
      return { proposal, orders: sql`${orders.termsVersion} = ${current.version}` };
    }
    case "price": {
      const [planned] = await db.select().from(plannedPrices).where(eq(plannedPrices.id, asked.id));
      if (planned === undefined) return undefined;
      const { productId: product, priceCents: cents } = planned;
      const isSold = sql`exists (
        select from ${orderItems} i where i.order_id = ${orders}.id and i.product_id = ${product} and i.price_cents = ${cents}
      )`;
      return { proposal: { kind: asked.kind, product, cents }, orders: isSold };
    }
  }
}

function withoutName({ name: _, from: _from, until: _until, ...terms }: DiscountTerms): RehearsedDiscount {
  return terms;
}

function toRehearsal({ id, state, looked, createdAt, result }: typeof rehearsals.$inferSelect): Rehearsal {
  return { _id: id, state, looked, createdAt: createdAt.toISOString(), result };
}
