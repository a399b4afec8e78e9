import { randomInt } from "node:crypto";
import {
  type AddCode,
  codesPageSize,
  type DiscountCode,
  type GenerateCodes,
} from "@shop/shared/discount/discount-schema";
import { isId } from "@shop/shared/query";
import { and, asc, eq, gt } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { discountCodes, discountRules } from "../../db/schema/discounts.ts";
import type { Admin, Reader } from "../base/actor.ts";
import { giveWay } from "../base/batches.ts";
import { DomainError, notFound } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";

/** Letters and digits that are not taken for each other. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** So many of them cannot be guessed: 32 to the 10th power. */
const randomLength = 10;
/** The codes of one statement. */
const codesPerBatch = 500;

/** Stores a code of a rule. Throws NAME_TAKEN if a rule has it. */
export async function insertCode(tx: Db, ruleId: string, { code, usesMax }: AddCode): Promise<void> {
  const [added] = await tx.insert(discountCodes).values({ code, ruleId, usesMax }).onConflictDoNothing().returning();
  if (added !== undefined) return;
  const message = "There is such a code already";
  throw new DomainError("NAME_TAKEN", message, { errors: [{ path: "code", message }] });
}

/** Adds a code to a rule. Fails with NOT_FOUND and NAME_TAKEN. */
export async function addCode(db: Db, admin: Admin<"products.write">, ruleId: string, input: AddCode): Promise<void> {
  await requireRule(db, ruleId);
  await db.transaction(async (tx) => {
    await insertCode(tx, ruleId, input);
    await recordAct(tx, admin, {
      act: "updated",
      entity: "discount",
      entityId: ruleId,
      subject: input.code,
      changes: { code: [null, input.code] },
    });
  });
}

/** Adds many codes that nobody can guess to a rule, in batches. Fails with NOT_FOUND. */
export async function generateCodes(
  db: Db,
  admin: Admin<"products.write">,
  ruleId: string,
  { count, prefix, usesMax }: GenerateCodes,
): Promise<void> {
  await requireRule(db, ruleId);
  let left = count;
  while (left > 0) {
    const drawn = Array.from({ length: Math.min(left, codesPerBatch) }, () => ({
      code: `${prefix}${drawCode()}`,
      ruleId,
      usesMax,
    }));
    const added = await db.insert(discountCodes).values(drawn).onConflictDoNothing().returning();
    left -= added.length;
    await giveWay();
  }
  await recordAct(db, admin, {
    act: "updated",
    entity: "discount",
    entityId: ruleId,
    subject: prefix === "" ? "Codes" : prefix,
    changes: { generatedCodes: [null, count] },
  });
}

function drawCode(): string {
  return Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** One page of a rule's codes, by the code. */
export async function listCodes(
  db: Db,
  _admin: Admin<"products.read">,
  ruleId: string,
  { after = "" }: { after?: string | undefined },
): Promise<{ codes: DiscountCode[]; hasMore: boolean }> {
  await requireRule(db, ruleId);
  const codes = await readCodes(db, ruleId, { after, limit: codesPageSize + 1 });
  return { codes: codes.slice(0, codesPageSize), hasMore: codes.length > codesPageSize };
}

/** All codes of a rule in batches, for a file. */
export async function* exportCodes(
  db: Db,
  _reader: Reader<"products.read">,
  ruleId: string,
): AsyncGenerator<DiscountCode[]> {
  await requireRule(db, ruleId);
  let after = "";
  for (;;) {
    const batch = await readCodes(db, ruleId, { after, limit: codesPerBatch });
    if (batch.length > 0) yield batch;
    const last = batch.at(-1);
    if (batch.length < codesPerBatch || last === undefined) return;
    after = last.code;
    await giveWay();
  }
}

function readCodes(
  db: Db,
  ruleId: string,
  { after, limit }: { after: string; limit: number },
): Promise<DiscountCode[]> {
  const { code, uses, usesMax } = discountCodes;
  return db
    .select({ code, uses, usesMax })
    .from(discountCodes)
    .where(and(eq(discountCodes.ruleId, ruleId), gt(code, after)))
    .orderBy(asc(code))
    .limit(limit);
}

async function requireRule(db: Db, id: string): Promise<void> {
  const found = isId(id) && (await db.$count(discountRules, eq(discountRules.id, id))) > 0;
  if (!found) throw notFound("Discount");
}
