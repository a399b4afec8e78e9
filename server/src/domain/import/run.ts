import { type ImportKind, type WorkingImportState, workingImportStates } from "@shop/shared/catalog/import";
import { and, asc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { imports } from "../../db/schema/imports.ts";
import { restAfter } from "../../infra/rest-after.ts";
import { CatalogChanged, compareRows, publishRows, writeRows } from "./apply.ts";
import { dryRun } from "./dry-run.ts";
import { FileProblem } from "./read-file.ts";
import { checkRecords } from "./records/check-records.ts";
import { customerWriter } from "./records/customers.ts";
import { orderWriter } from "./records/orders.ts";
import type { RecordWriter } from "./records/record-writer.ts";
import { beginRestoringRecords, restoreRecords } from "./records/restore-records.ts";
import { beginWriting, writeRecords } from "./records/write-records.ts";
import { beginRestoring, restoreRows, revertingFrom } from "./undo.ts";
import { type Import, Interrupted, isOwn, isPassing, leaseEnd, type Progress, TakenOver, type Work } from "./work.ts";

/** A work that ends its process, or fails for an unknown reason, is begun as often without getting on. */
const attemptsMax = 3;
/** How often a run says that it is alive, while a batch or the reading of a file takes long. */
const heartbeatMs = 5_000;

/** What is done in each state: one batch, after which the import is in the same state or the next one. */
type Steps = Record<WorkingImportState, (work: Work) => Promise<Import>>;

const recordSteps = <Content>(writer: RecordWriter<Content>): Steps => ({
  checking: (work) => checkRecords(work, writer),
  applying: beginWriting,
  writing: (work) => writeRecords(work, writer),
  publishing: (work) => writeRecords(work, writer),
  reverting: (work) => restoreRecords(work, writer),
  undoing: beginRestoringRecords,
  restoring: (work) => restoreRecords(work, writer),
});

const stepsOf: Record<ImportKind, Steps> = {
  products: {
    checking: dryRun,
    applying: compareRows,
    writing: writeRows,
    publishing: publishRows,
    reverting: restoreRows,
    undoing: beginRestoring,
    restoring: restoreRows,
  },
  customers: recordSteps(customerWriter),
  orders: recordSteps(orderWriter),
};

const isWorking = (state: string): state is WorkingImportState => state in stepsOf.products;
const isFree = or(isNull(imports.leasedUntil), lt(imports.leasedUntil, sql`clock_timestamp()`));

type Run = Omit<Work, "state">;
type Options = { timeZone?: string; isStopping: () => boolean; onItemError: (error: unknown) => void };

/**
 * Does the work of the imports that wait for some: dry runs, applying, undoing. The work is done in batches, each of which
 * records how far it is, so that any instance goes on after a crash. A lease ensures that one instance does it at a time;
 * imports of several instances run beside one another.
 */
export async function runImports(db: Db, { timeZone = "UTC", isStopping, onItemError }: Options): Promise<void> {
  const waiting = await db
    .select({ id: imports.id })
    .from(imports)
    .where(and(inArray(imports.state, [...workingImportStates]), isFree))
    .orderBy(asc(imports.createdAt));
  for (const { id } of waiting) {
    if (isStopping()) return;
    await runImport({ db, id, worker: uuidv7(), timeZone, isStopping }, onItemError);
  }
}

async function runImport(run: Run, onItemError: Options["onItemError"]): Promise<void> {
  const found = await claim(run);
  if (found === undefined) return;
  const heartbeat = setInterval(() => void beat(run), heartbeatMs);
  try {
    // The attempts that were begun and never ended have ended their processes.
    if (found.attempts > attemptsMax) throw new Error("the work of an import was given up");
    let { state } = found;
    while (isWorking(state)) {
      const began = performance.now();
      ({ state } = await stepsOf[found.kind][state]({ ...run, state }));
      await restAfter(began);
    }
    await release(run);
  } catch (error) {
    await onFailure(run, error, onItemError);
  } finally {
    clearInterval(heartbeat);
  }
}

/** Takes an import on, unless another instance has it. Counts the attempt. */
async function claim({ db, id, worker }: Run): Promise<Import | undefined> {
  const [found] = await db
    .update(imports)
    .set({ worker, leasedUntil: leaseEnd, attempts: sql`${imports.attempts} + 1` })
    .where(and(eq(imports.id, id), inArray(imports.state, [...workingImportStates]), isFree))
    .returning();
  return found;
}

/** Fails in silence: a batch finds out whether the lease was lost. */
function beat(run: Run): Promise<void> {
  return run.db
    .update(imports)
    .set({ leasedUntil: leaseEnd })
    .where(isOwn(run))
    .then(
      () => undefined,
      () => undefined,
    );
}

/** Leaves an import to the next round of any instance. */
async function release(run: Run, progress: Progress = {}): Promise<void> {
  await run.db
    .update(imports)
    .set({ leasedUntil: null, ...progress, worker: null })
    .where(isOwn(run));
}

async function onFailure(run: Run, error: unknown, onItemError: Options["onItemError"]): Promise<void> {
  if (error instanceof TakenOver) return;
  const notCounted = { attempts: sql`greatest(0, ${imports.attempts} - 1)` };
  if (error instanceof Interrupted) return release(run, notCounted);
  const problem = problemOf(error);
  try {
    if (isPassing(error)) return await release(run, notCounted);
    const [found] = await run.db.select().from(imports).where(isOwn(run));
    if (found !== undefined) await release(run, afterFailure(found, problem));
  } finally {
    if (problem === undefined) onItemError(error);
  }
}

/** What the admin can do something about. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof FileProblem) return error.message;
  if (!(error instanceof CatalogChanged)) return undefined;
  return error.lines.map(({ line, name }) => `${name} (line ${line})`).join(", ");
}

/** Goes back to the state before the work, in steps if it has written, or leaves it for another attempt. */
function afterFailure(found: Import, problem: string | undefined): Progress {
  const { state, attempts } = found;
  if (problem === undefined && attempts < attemptsMax) return {};
  const isEnd = { percent: 0, attempts: 0 };
  const failed = (what: string) => `The ${what} did not succeed, and nothing was changed. Please try again later.`;
  switch (state) {
    case "checking":
      return { ...isEnd, state: "uploaded", problem: problem ?? failed("check") };
    case "applying": {
      const changed = `Nothing was imported: the shop has changed since the check, at least here: ${problem}. Please check the file again.`;
      return { ...isEnd, state: "checked", problem: problem === undefined ? failed("import") : changed };
    }
    case "undoing":
      return { ...isEnd, state: "applied", problem: failed("undo") };
    case "writing":
    case "publishing": {
      const changed = `The import is taken back as a whole: the shop has changed meanwhile, at least here: ${problem}. Please check the file again.`;
      const unknown = "The import did not succeed and is taken back as a whole. Please try again later.";
      return revertingFrom(found, problem === undefined ? unknown : changed);
    }
    default: {
      // Half is no state to leave an import in.
      const later = { leasedUntil: sql`clock_timestamp() + interval '1 hour'`, attempts: attemptsMax - 1 };
      const stopped = "The undo has stopped because of a fault in the server. It is tried again every hour.";
      return state === "restoring" ? { ...later, problem: stopped } : later;
    }
  }
}
