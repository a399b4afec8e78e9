import type { BulkAct } from "@shop/shared/catalog/product-editing";
import { useRef, useState } from "react";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { fieldErrorsOf, messageOf, toRequestFailure } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { notify } from "../../../ui/notify.ts";
import { type BulkRow, type BulkTarget, useBatches } from "./use-batches.ts";
import type { UndoStack } from "./use-undo-stack.ts";

/** A running act: how many products are done, and of how many. */
export type BulkProgress = { done: number; of: number };

/** Products that refused an act, each with its reason. Nothing of their call was changed. */
export type BulkRefusal = { reasons: readonly string[]; canGoOn: boolean; answer: (isGoingOn: boolean) => void };

type Run = { keys: string[]; changed: number; isStopped: boolean; leavesOut: boolean };

/**
 * Acts on many products, batch by batch. A batch in which products refuse is not changed; the screen asks whether to go on
 * without them. What was done can be undone as one.
 */
export function useBulkActs(undoable: UndoStack, onDone: () => void) {
  const utils = trpc.useUtils();
  const batchesOf = useBatches();
  const oneAtATime = useOneAtATime();
  const send = useSendBatch();
  const undo = useBulkUndo();
  const [progress, setProgress] = useState<BulkProgress>();
  const [refusal, setRefusal] = useState<BulkRefusal>();
  const isStopping = useRef(false);

  const refresh = () => Promise.all([utils.admin.invalidate(), utils.catalog.invalidate()]);

  const ask = (reasons: readonly string[], canGoOn: boolean) =>
    new Promise<boolean>((resolve) => {
      const answer = (isGoingOn: boolean) => {
        setRefusal(undefined);
        resolve(isGoingOn);
      };
      setRefusal({ reasons, canGoOn, answer });
    });

  /** Acts on one batch; without those that refuse, if the admin agrees. */
  async function take(run: Run, rows: readonly BulkRow[], act: BulkAct): Promise<void> {
    try {
      const { key, changed } = await send(rows, act);
      run.keys.push(key);
      run.changed += changed;
    } catch (error) {
      const reasons = fieldErrorsOf(error);
      const others = rows.filter(({ _id }) => reasons[_id] === undefined);
      if (others.length === rows.length) throw error;
      if (!run.leavesOut) run.leavesOut = await ask(Object.values(reasons), others.length > 0);
      if (!run.leavesOut) run.isStopped = true;
      else if (others.length > 0) await take(run, others, act);
    }
  }

  async function runAll(target: BulkTarget, act: BulkAct, leavesOut: boolean): Promise<void> {
    const run: Run = { keys: [], changed: 0, isStopped: false, leavesOut };
    isStopping.current = false;
    setProgress({ done: 0, of: target.count });
    let done = 0;
    try {
      for await (const rows of batchesOf(target)) {
        await take(run, rows, act);
        done += rows.length;
        setProgress({ done, of: target.count });
        if (run.isStopped || isStopping.current) break;
      }
    } catch (error) {
      notify.error(messageOf(error, "Update failed"));
    } finally {
      setProgress(undefined);
      report(run, act);
      await refresh();
    }
  }

  function report({ keys, changed, isStopped }: Run, act: BulkAct): void {
    if (changed > 0) undoable.done(`${countOf(changed)} ${doneWords(act, changed)}`, () => undo(keys));
    else if (keys.length > 0 && !isStopped) notify.success("Nothing to change: the products are like this already");
    if (keys.length > 0) onDone();
  }

  return {
    /** Acts on the products of a target, unless an act is running. `leavesOut`: without a question, those that refuse. */
    act: (target: BulkTarget, act: BulkAct, leavesOut = false) => oneAtATime(() => runAll(target, act, leavesOut)),
    progress,
    stop: () => {
      isStopping.current = true;
    },
    refusal,
  };
}

/** Sends a batch, and once more with the same key when no answer came: it may have been executed. */
function useSendBatch() {
  const { mutateAsync } = trpc.admin.products.bulkEdit.useMutation();
  return async (rows: readonly BulkRow[], act: BulkAct): Promise<{ key: string; changed: number }> => {
    const key = crypto.randomUUID();
    const input = {
      key,
      act,
      rows: rows.map(({ _id, countInStock }) => ({ id: _id, seenCountInStock: countInStock })),
    };
    try {
      return { key, ...(await mutateAsync(input)) };
    } catch (error) {
      if (typeof toRequestFailure(error)?.status === "number") throw error;
      return { key, ...(await mutateAsync(input)) };
    }
  };
}

/** Takes an act of several calls back, the last call first. Returns what to say about it. */
function useBulkUndo() {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.products.undoBulkEdit.useMutation();
  return async (keys: readonly string[]): Promise<string> => {
    let restored = 0;
    const left: { name: string; reason: string }[] = [];
    try {
      for (const key of keys.toReversed()) {
        const undone = await mutateAsync({ key });
        restored += undone.restored;
        left.push(...undone.left);
      }
    } finally {
      await Promise.all([utils.admin.invalidate(), utils.catalog.invalidate()]);
    }
    const [first] = left;
    if (first === undefined) return `Undone for ${countOf(restored)}`;
    const more = left.length === 1 ? "" : `, and ${left.length - 1} more`;
    return `Undone for ${countOf(restored)}. Not for ${first.name}, because ${first.reason}${more}.`;
  };
}

export const countOf = (count: number) => `${count.toLocaleString("en-US")} ${count === 1 ? "product" : "products"}`;

function doneWords(act: BulkAct, count: number): string {
  switch (act.kind) {
    case "state":
      return act.state === "published" ? "published" : "unpublished";
    case "brand":
    case "category":
      return `moved to ${act.name}`;
    case "price":
      return count === 1 ? "has a new price" : "have new prices";
    case "setStock":
    case "addStock":
      return count === 1 ? "has a new stock" : "have a new stock";
    case "image":
      return count === 1 ? "has a new image" : "have a new image";
    case "delete":
      return "deleted";
  }
}
