import type { Db } from "../../../db/client.ts";
import type { Meaning } from "./meaning.ts";

const meanings = new WeakMap<Db, Meaning>();

/** Lets the searches of a database, or of its replica, find by meaning as well. */
export function searchByMeaning(db: Db, meaning: Meaning): void {
  meanings.set(db, meaning);
}

/** The products that are near to a keyword in meaning; none in a shop without a service for it. */
export async function findNear(db: Db, keyword: string): Promise<readonly string[]> {
  return (await meanings.get(db)?.findNear(keyword)) ?? [];
}
