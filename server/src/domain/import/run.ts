import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { imports } from "../../db/schema/imports.ts";
import { applyImport, CatalogChanged } from "./apply.ts";
import { dryRun, Interrupted, type Work } from "./dry-run.ts";
import { FileProblem } from "./read-file.ts";
import { undoImport } from "./undo.ts";

/** The class of the advisory locks of imports. Unique in the database. */
const lockClass = 730_185;
/** A work that ends its process, or fails for an unknown reason, is begun as often. */
const attemptsMax = 3;

const works = {
  checking: { run: dryRun, after: "uploaded", what: "check" },
  applying: { run: applyImport, after: "checked", what: "import" },
  undoing: { run: undoImport, after: "applied", what: "undo" },
} as const;

type Working = keyof typeof works;
const working = ["checking", "applying", "undoing"] as const;

const isWorking = (state: string): state is Working => state in works;

type Options = { isStopping: () => boolean; onTrouble: (error: unknown) => void };

/**
 * Does the work of the imports that wait for some: dry runs, applying, undoing. Each is one transaction with its final
 * state, so a crash leaves nothing of it, and the next round begins it anew. A lock in the transaction ensures that one
 * instance does it.
 */
export async function runImports(db: Db, { isStopping, onTrouble }: Options): Promise<void> {
  const waiting = await db
    .select({ id: imports.id })
    .from(imports)
    .where(inArray(imports.state, [...working]))
    .orderBy(asc(imports.createdAt));
  for (const { id } of waiting) {
    if (isStopping()) return;
    await runImport(db, id, { isStopping, onTrouble });
  }
}

async function runImport(db: Db, id: string, { isStopping, onTrouble }: Options): Promise<void> {
  try {
    await db.transaction((tx) => work(db, tx, id, isStopping));
  } catch (error) {
    if (error instanceof Interrupted) return;
    const problem = problemOf(error);
    if (problem === undefined) onTrouble(error);
    await recordFailure(db, id, problem);
  }
}

async function work(db: Db, tx: Db, id: string, isStopping: () => boolean): Promise<void> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockClass}, hashtext(${id})) as locked`,
  );
  if (rows[0]?.locked !== true) return;
  const [found] = await tx.select().from(imports).where(eq(imports.id, id));
  // Another instance may have done it since.
  if (found === undefined || !isWorking(found.state)) return;
  // Outside the transaction, so that works that end their process are counted.
  await db
    .update(imports)
    .set({ attempts: sql`${imports.attempts} + 1`, percent: 0 })
    .where(eq(imports.id, id));
  let reported = 0;
  const report: Work["report"] = async (percent) => {
    if (percent <= reported) return;
    reported = percent;
    await db.update(imports).set({ percent }).where(eq(imports.id, id));
  };
  if (found.attempts >= attemptsMax) throw new Error("the work of an import was given up");
  await works[found.state].run({ tx, found, report, isStopping });
}

/** What the admin can do something about. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof FileProblem) return error.message;
  if (!(error instanceof CatalogChanged)) return undefined;
  const named = error.lines.map(({ line, name }) => `${name} (line ${line})`).join(", ");
  return `Nothing was imported: the shop has changed since the check, at least here: ${named}. Please check the file again.`;
}

/** Goes back to the state before the work, or leaves it for another attempt. */
async function recordFailure(db: Db, id: string, problem: string | undefined): Promise<void> {
  const [found] = await db.select().from(imports).where(eq(imports.id, id));
  if (found === undefined || !isWorking(found.state)) return;
  if (problem === undefined && found.attempts < attemptsMax) return;
  const { after, what } = works[found.state];
  const message = problem ?? `The ${what} did not succeed, and nothing was changed. Please try again later.`;
  await db.update(imports).set({ state: after, problem: message, percent: 0, attempts: 0 }).where(eq(imports.id, id));
}
