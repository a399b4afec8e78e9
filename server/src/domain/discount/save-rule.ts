import type { Changes } from "@shop/shared/admin/audit";
import type { DiscountTerms } from "@shop/shared/discount/discount-rule";
import {
  type CreateDiscount,
  type DiscountDetail,
  liveDiscountsMax,
  type SaveDiscount,
} from "@shop/shared/discount/discount-schema";
import { isId } from "@shop/shared/query";
import { instantIn, type LocalTime } from "@shop/shared/time-zone";
import { and, eq, isNull, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { discountCodes, discountRules, discountRuleVersions } from "../../db/schema/discounts.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound, refuseStale } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import type { CurrentFacts } from "../base/shop-facts.ts";
import { insertCode } from "./codes.ts";
import type { DiscountReader } from "./discount-reader.ts";
import { readRule } from "./list-rules.ts";
import { lockRules } from "./rules-lock.ts";
import { showDiscounts } from "./show-discounts.ts";

/** `timeZone` is the shop's, in which rules begin and end. */
export type DiscountDeps = {
  db: Db;
  timeZone: string;
  settings: CurrentFacts<"discountRails">;
  discounts: DiscountReader;
};

/**
 * Puts a new rule in force. Fails with VALIDATION for limits beyond those of the shop that are not confirmed, with
 * NAME_TAKEN for a code of another rule, and with IN_USE when there are too many rules.
 */
export async function createDiscount(
  deps: DiscountDeps,
  admin: Admin<"products.write">,
  { code, isConfirmed, isStopped, ...edited }: CreateDiscount,
): Promise<DiscountDetail> {
  refuseBeyondRails(deps, edited.limits, isConfirmed);
  const id = uuidv7();
  const terms = toTerms(edited, deps.timeZone);
  await deps.db.transaction(async (tx) => {
    await lockRules(tx);
    if ((await tx.$count(discountRules, isNull(discountRules.stoppedAt))) >= liveDiscountsMax) throw tooMany();
    await tx.insert(discountRules).values({ id, ...(isStopped ? { stoppedAt: new Date() } : {}) });
    await tx.insert(discountRuleVersions).values({ ruleId: id, version: 1, terms });
    if (code !== null) await insertCode(tx, id, { code, usesMax: null });
    await recordAct(tx, admin, { act: "created", entity: "discount", entityId: id, subject: terms.name });
  });
  await showDiscounts(deps.db, deps.discounts);
  return readRule(deps, admin, id);
}

/**
 * Saves a rule as its next version, which orders use from now on. Fails with NOT_FOUND, with STALE when somebody else saved
 * it meanwhile, and with VALIDATION for limits beyond those of the shop that are not confirmed.
 */
export async function saveDiscount(
  deps: DiscountDeps,
  admin: Admin<"products.write">,
  id: string,
  { version, isConfirmed, ...edited }: SaveDiscount,
): Promise<DiscountDetail> {
  const terms = toTerms(edited, deps.timeZone);
  await deps.db.transaction(async (tx) => {
    const found = await lockRule(tx, id);
    refuseStale(found, { version });
    refuseBeyondRails(deps, edited.limits, isConfirmed);
    const next = found.version + 1;
    await tx.insert(discountRuleVersions).values({ ruleId: found.id, version: next, terms });
    await tx.update(discountRules).set({ version: next }).where(eq(discountRules.id, found.id));
    const changes = changesOf(found.terms, terms);
    await recordAct(tx, admin, {
      act: "updated",
      entity: "discount",
      entityId: found.id,
      subject: terms.name,
      changes,
    });
  });
  await showDiscounts(deps.db, deps.discounts);
  return readRule(deps, admin, id);
}

/**
 * Stops a rule for every order that is not placed yet, on all instances at once, or lets it hold. Fails with NOT_FOUND, and
 * with ILLEGAL_TRANSITION for one that needs a code and has none.
 */
export async function stopDiscount(
  deps: DiscountDeps,
  admin: Admin<"products.write">,
  id: string,
  isStopped: boolean,
): Promise<DiscountDetail> {
  await deps.db.transaction(async (tx) => {
    const found = await lockRule(tx, id);
    if ((found.stoppedAt !== null) === isStopped) return;
    if (!isStopped && found.terms.needsCode) await requireCode(tx, found.id);
    const stoppedAt = isStopped ? sql`now()` : null;
    await tx.update(discountRules).set({ stoppedAt }).where(eq(discountRules.id, found.id));
    const changes: Changes = { isStopped: [!isStopped, isStopped] };
    const subject = found.terms.name;
    await recordAct(tx, admin, { act: "updated", entity: "discount", entityId: found.id, subject, changes });
  });
  await showDiscounts(deps.db, deps.discounts);
  return readRule(deps, admin, id);
}

async function requireCode(tx: Db, ruleId: string): Promise<void> {
  if ((await tx.$count(discountCodes, eq(discountCodes.ruleId, ruleId))) > 0) return;
  throw new DomainError("ILLEGAL_TRANSITION", "Customers enter a code for this discount. Add one first.");
}

/** Orders that use the rule lock it as well, so that none of them is placed by what is being replaced. */
async function lockRule(tx: Db, id: string) {
  const [locked] = isId(id) ? await tx.select().from(discountRules).where(eq(discountRules.id, id)).for("update") : [];
  if (locked === undefined) throw notFound("Discount");
  const { ruleId, version, terms } = discountRuleVersions;
  const [inForce] = await tx
    .select({ terms })
    .from(discountRuleVersions)
    .where(and(eq(ruleId, locked.id), eq(version, locked.version)));
  if (inForce === undefined) throw new Error("a rule without its version");
  return { ...locked, ...inForce };
}

function tooMany(): DomainError {
  const message = `At most ${liveDiscountsMax} discounts can hold at a time. Stop one that has ended first.`;
  return new DomainError("IN_USE", message);
}

/** What one mistyped number may cost is asked about once more. */
function refuseBeyondRails(
  { settings }: DiscountDeps,
  { shareMax, marginMin }: DiscountTerms["limits"],
  isConfirmed: boolean,
): void {
  if (isConfirmed) return;
  const rails = settings.current.discountRails;
  const faults = [
    ...(shareMax > rails.shareMax
      ? [{ path: "limits.shareMax", message: `This is more than the ${rails.shareMax / 1_000} % of your settings.` }]
      : []),
    ...(marginMin === null || marginMin < rails.marginMin
      ? [{ path: "limits.marginMin", message: `This is less than the ${rails.marginMin / 1_000} % of your settings.` }]
      : []),
  ];
  const [first] = faults;
  if (first === undefined) return;
  const errors = [...faults, { path: "isConfirmed", message: "Confirm that you mean it." }];
  throw new DomainError("VALIDATION", `${first.message} Confirm that you mean it.`, { errors });
}

type Edited = Omit<DiscountTerms, "from" | "until"> & { from: LocalTime | null; until: LocalTime | null };

function toTerms({ from, until, ...terms }: Edited, timeZone: string): DiscountTerms {
  const timeOf = (local: LocalTime | null) => (local === null ? null : instantIn(timeZone, local).getTime());
  return { ...terms, from: timeOf(from), until: timeOf(until) };
}

/** What the audit says of a change: each part that differs, as it is stored. */
function changesOf(before: DiscountTerms, after: DiscountTerms): Changes {
  const changes: Changes = {};
  const [then, now] = [Object.entries(before), new Map(Object.entries(after))];
  for (const [field, value] of then) {
    const texts = [textOf(value), textOf(now.get(field))] as const;
    if (texts[0] !== texts[1]) changes[field] = [texts[0], texts[1]];
  }
  return changes;
}

function textOf(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : JSON.stringify(value);
}
