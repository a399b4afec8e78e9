import { type ChangeTags, type CustomerTag, isSameTag, tagsMax } from "@shop/shared/account/customer-notes";
import { changesBetween } from "@shop/shared/admin/audit";
import { isId } from "@shop/shared/query";
import { and, asc, count, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { customerTags } from "../../db/schema/customer-service.ts";
import { lowered } from "../../db/text.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";

/** The tags of an account, in their order. */
export const tagsOfAccount: SQL<string[]> = sql`array(
  select t.tag from ${customerTags} t where t.user_id = ${users}.id order by ${lowered(sql`t.tag`)}
)`;

/** Whether an account has a tag, in whatever case. */
export function hasTag(tag: string): SQL {
  return sql`exists (
    select from ${customerTags} t where t.user_id = ${users}.id and ${lowered(sql`t.tag`)} = ${lowered(sql`${tag}::text`)}
  )`;
}

/** How many tags a choice offers. */
const offeredTags = 500;

/** The tags that customers have, the most used ones first. */
export function listTags(db: Db, _admin: Admin<"customers.read">): Promise<CustomerTag[]> {
  const { tag } = customerTags;
  const customers = count();
  return db
    .select({ tag, customers })
    .from(customerTags)
    .groupBy(tag)
    .orderBy(desc(customers), asc(tag))
    .limit(offeredTags);
}

/**
 * Adds tags to an account and takes others away. A tag that another customer has is written as there. Throws NOT_FOUND if
 * the account is unknown or deleted, and VALIDATION if it would have too many.
 */
export async function changeTags(
  db: Db,
  admin: Admin<"customers.write">,
  { id, added, removed }: ChangeTags,
): Promise<string[]> {
  if (!isId(id)) throw notFound("User");
  return db.transaction(async (tx) => {
    const { name } = await lockCustomer(tx, id);
    const before = await readTags(tx, id);
    const left = before.filter((tag) => !removed.some((other) => isSameTag(tag, other)));
    const missing = added.filter((tag, n) => !holdsTag(left, tag) && !holdsTag(added.slice(0, n), tag));
    const brought = await asWritten(tx, missing);
    if (left.length + brought.length > tagsMax) {
      const message = `A customer can have at most ${tagsMax} tags`;
      throw new DomainError("VALIDATION", message, { errors: [{ path: "added", message }] });
    }
    const gone = before.filter((tag) => !left.includes(tag));
    if (gone.length > 0) {
      await tx.delete(customerTags).where(and(eq(customerTags.userId, id), inArray(customerTags.tag, gone)));
    }
    if (brought.length > 0) await tx.insert(customerTags).values(brought.map((tag) => ({ userId: id, tag })));
    const after = await readTags(tx, id);
    const changes = changesBetween({ tags: before.join(", ") }, { tags: after.join(", ") }, ["tags"]);
    if (gone.length + brought.length > 0) {
      await recordAct(tx, admin, { act: "updated", entity: "user", entityId: id, subject: name, changes });
    }
    return after;
  });
}

const holdsTag = (tags: readonly string[], tag: string) => tags.some((other) => isSameTag(tag, other));

/** Locks an account that is not deleted, so that nothing is written about one that is being deleted. */
export async function lockCustomer(tx: Db, id: string): Promise<{ name: string }> {
  const [found] = await tx
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for("no key update");
  if (found === undefined) throw notFound("User");
  return found;
}

async function readTags(tx: Db, id: string): Promise<string[]> {
  const rows = await tx
    .select({ tag: customerTags.tag })
    .from(customerTags)
    .where(eq(customerTags.userId, id))
    .orderBy(lowered(customerTags.tag));
  return rows.map(({ tag }) => tag);
}

/** Tags as other customers have them. */
async function asWritten(tx: Db, tags: readonly string[]): Promise<string[]> {
  if (tags.length === 0) return [];
  const same = inArray(
    lowered(customerTags.tag),
    tags.map((tag) => lowered(sql`${tag}::text`)),
  );
  const known = await tx.selectDistinct({ tag: customerTags.tag }).from(customerTags).where(same);
  return tags.map((tag) => known.find((other) => isSameTag(other.tag, tag))?.tag ?? tag);
}

/** Takes the tags from an account that is being deleted. */
export async function deleteTagsOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(customerTags).where(eq(customerTags.userId, userId));
}

/** Gives an account the tags of a guest customer who is the same person. */
export async function moveTags(tx: Db, guestId: string, userId: string): Promise<void> {
  const had = await readTags(tx, guestId);
  await deleteTagsOf(tx, guestId);
  const has = await readTags(tx, userId);
  const missing = had.filter((tag) => !holdsTag(has, tag)).slice(0, Math.max(0, tagsMax - has.length));
  if (missing.length > 0) await tx.insert(customerTags).values(missing.map((tag) => ({ userId, tag })));
}
