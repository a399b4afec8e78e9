import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { searchEngine } from "../../../db/schema/search.ts";

/** How far an engine has the products, as it is stored. */
export type EngineState = Omit<typeof searchEngine.$inferSelect, "isOnly" | "holder" | "heldUntil">;

/** The hold on the state by one instance. Each rejects once another instance has taken it. */
export type Held = {
  state: EngineState;
  /** Stores what has changed, and keeps the hold. */
  save: (changed: Partial<EngineState>) => Promise<void>;
  release: () => Promise<void>;
};

/** Longer than any call of the engine takes, so that nobody writes beside it; in milliseconds. */
const holdMs = 60_000;

/** Takes the state of an engine for one instance alone; nothing while another one has it, or a later release wrote it. */
export async function holdState(db: Db, target: string, documentsVersion: number): Promise<Held | undefined> {
  const holder = randomUUID();
  const until = sql`clock_timestamp() + ${holdMs} * interval '1 millisecond'`;
  const [row] = await db
    .insert(searchEngine)
    .values({ target, documentsVersion, holder, heldUntil: until })
    .onConflictDoUpdate({
      target: searchEngine.isOnly,
      set: { holder, heldUntil: until },
      setWhere: sql`(${searchEngine.heldUntil} is null or ${searchEngine.heldUntil} < clock_timestamp())
        and ${searchEngine.documentsVersion} <= ${documentsVersion}`,
    })
    .returning();
  if (row === undefined) return undefined;
  const mine = sql`${searchEngine.holder} = ${holder}`;
  const { isOnly: _only, holder: _holder, heldUntil: _until, ...state } = row;
  return {
    state,
    save: async (changed) => {
      const saved = await db
        .update(searchEngine)
        .set({ ...changed, heldUntil: until })
        .where(mine)
        .returning({ target: searchEngine.target });
      if (saved.length === 0) throw new Error("Another instance feeds the search engine");
      Object.assign(state, changed);
    },
    release: async () => {
      await db.update(searchEngine).set({ heldUntil: null }).where(mine);
    },
  };
}

/** How long ago the engine had all changes, in milliseconds; nothing while it has no index, or one of another form. */
export async function readLag(db: Db, target: string, documentsVersion: number): Promise<number | undefined> {
  const { rows } = await db.execute<{ lag: number | null }>(sql`
    select (extract(epoch from clock_timestamp() - ${searchEngine.fedAt}) * 1000)::float8 as lag from ${searchEngine}
    where ${searchEngine.target} = ${target} and ${searchEngine.documentsVersion} = ${documentsVersion}
      and ${searchEngine.indexName} is not null`);
  return rows[0]?.lag ?? undefined;
}
