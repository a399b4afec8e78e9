import { randomBytes } from "node:crypto";
import type { SavedList, SharedList } from "@shop/shared/account/saved";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { sharedLists } from "../../db/schema/saved.ts";
import type { User } from "../base/actor.ts";
import { notFound } from "../base/errors.ts";
import { listSavedIds, readSaved } from "./items.ts";

const tokenBytes = 16;

/** Makes a link with which everyone can see the list; one that is shared has its link already. */
export async function shareList(db: Db, user: User): Promise<SavedList> {
  const token = randomBytes(tokenBytes).toString("base64url");
  await db.insert(sharedLists).values({ userId: user.id, token }).onConflictDoNothing({ target: sharedLists.userId });
  return readSaved(db, user);
}

/** Makes the link useless. Sharing again makes another one. */
export async function endSharing(db: Db, user: User): Promise<SavedList> {
  await db.delete(sharedLists).where(eq(sharedLists.userId, user.id));
  return readSaved(db, user);
}

/** What a link shows: products, and nothing about whose they are. Throws NOT_FOUND, also after the sharing ended. */
export async function readSharedList(db: Db, token: string): Promise<SharedList> {
  const [shared] = /^[\w-]{22}$/.test(token)
    ? await db.select({ userId: sharedLists.userId }).from(sharedLists).where(eq(sharedLists.token, token))
    : [];
  if (shared === undefined) throw notFound("List");
  return { productIds: await listSavedIds(db, shared.userId) };
}
