import { decimalsOf, isTakenByPayPal } from "@shop/shared/terms-of-sale/currencies";
import type { TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import type { SaveTerms, TermsDetail } from "@shop/shared/terms-of-sale/terms-schema";
import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { creditTransfers } from "../../db/schema/credit-transfers.ts";
import { orders } from "../../db/schema/orders.ts";
import { products } from "../../db/schema/products.ts";
import { termsOfSale } from "../../db/schema/terms-of-sale.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { changesOfTerms } from "./changes.ts";
import { withDays, withInstants } from "./rate-days.ts";
import type { TermsReader } from "./terms-reader.ts";

export type TermsDeps = {
  db: Db;
  terms: TermsReader;
  shop: { timeZone: string };
  /** Whether customers pay at PayPal, which does not take every currency. */
  isPaidAtPayPal: boolean;
};

const fixedByOrders = "The currency stays as it is once there are orders.";
const fixedByCredit = "The currency stays as it is once customers have credit.";
const fixedByProducts =
  "The prices of your products have other decimals. Delete the products, change the currency, and import them again.";

/** The terms in force, as the owner edits them. */
export async function readTerms({ db, terms, shop }: TermsDeps, _admin: Admin<"settings.write">): Promise<TermsDetail> {
  const current = await terms.current(db);
  const [row] = await db
    .select({ savedAt: termsOfSale.createdAt })
    .from(termsOfSale)
    .where(eq(termsOfSale.version, current.version));
  if (row === undefined) throw new Error("the terms in force have gone");
  return {
    version: current.version,
    terms: withDays(current.terms, shop.timeZone),
    currencyFixed: (await hasRows(db, orders))
      ? fixedByOrders
      : (await hasRows(db, creditTransfers))
        ? fixedByCredit
        : null,
    savedAt: row.savedAt.toISOString(),
  };
}

/**
 * Puts new terms in force, as a version of their own; carts that are open are priced by them from now on. Fails with
 * STALE when others were saved meanwhile, and with VALIDATION when the currency cannot be changed so.
 */
export async function saveTerms(
  deps: TermsDeps,
  admin: Admin<"settings.write">,
  { version, ...terms }: SaveTerms,
): Promise<TermsDetail> {
  const { db, shop } = deps;
  const stored = withInstants(terms, shop.timeZone);
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(termsOfSale).orderBy(desc(termsOfSale.version)).limit(1);
    if (before === undefined || before.version !== version) throw stale();
    await refuseCurrency(tx, deps, before.terms, stored);
    await putInForce(tx, admin, before, stored);
  });
  return readTerms(deps, admin);
}

/**
 * Puts the terms before those of a version in force again, as the next version. Fails with STALE when that version is not
 * in force, with ILLEGAL_TRANSITION for the first one, and with VALIDATION when their currency cannot be taken back.
 */
export async function undoTerms(
  deps: TermsDeps,
  admin: Admin<"settings.write">,
  version: number,
): Promise<TermsDetail> {
  await deps.db.transaction(async (tx) => {
    const [inForce, before] = await tx.select().from(termsOfSale).orderBy(desc(termsOfSale.version)).limit(2);
    if (inForce === undefined || inForce.version !== version) throw stale();
    if (before === undefined) throw new DomainError("ILLEGAL_TRANSITION", "There are no terms before these");
    await refuseCurrency(tx, deps, inForce.terms, before.terms);
    await putInForce(tx, admin, inForce, before.terms);
  });
  return readTerms(deps, admin);
}

async function putInForce(
  tx: Db,
  admin: Admin<"settings.write">,
  before: { version: number; terms: TermsOfSale },
  terms: TermsOfSale,
): Promise<void> {
  const [saved] = await tx
    .insert(termsOfSale)
    .values({ version: before.version + 1, terms })
    .onConflictDoNothing()
    .returning();
  if (saved === undefined) throw stale();
  await recordAct(tx, admin, {
    act: "updated",
    entity: "terms of sale",
    entityId: saved.id,
    subject: `version ${saved.version}`,
    changes: changesOfTerms(before.terms, terms),
  });
}

function stale(): DomainError {
  return new DomainError("STALE", "Someone else saved this meanwhile");
}

async function refuseCurrency(
  tx: Db,
  { isPaidAtPayPal }: TermsDeps,
  before: TermsOfSale,
  { currency }: TermsOfSale,
): Promise<void> {
  if (currency === before.currency) return;
  const refuse = (message: string) =>
    new DomainError("VALIDATION", message, { errors: [{ path: "currency", message }] });
  if (isPaidAtPayPal && !isTakenByPayPal(currency)) throw refuse("PayPal does not take this currency.");
  // An order that is being placed is counted, or refused with the total of other terms.
  await tx.execute(sql`lock table ${orders} in share mode`);
  if (await hasRows(tx, orders)) throw refuse(fixedByOrders);
  await tx.execute(sql`lock table ${creditTransfers} in share mode`);
  if (await hasRows(tx, creditTransfers)) throw refuse(fixedByCredit);
  if (decimalsOf(currency) !== decimalsOf(before.currency) && (await hasRows(tx, products)))
    throw refuse(fixedByProducts);
}

async function hasRows(db: Db, table: typeof orders | typeof products | typeof creditTransfers): Promise<boolean> {
  const [row] = await db.select({ id: table.id }).from(table).limit(1);
  return row !== undefined;
}
