import type { StatementLine } from "@shop/shared/order/bank-statement";
import { useState } from "react";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { notify } from "../../../ui/notify.ts";

/** Which lines of a statement are chosen, and what became of those that were recorded. All by the number of the line. */
export function useStatementRecords(lines: readonly StatementLine[]) {
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const transfer = trpc.admin.orders.recordTransfer.useMutation();
  const [isRecording, setRecording] = useState(false);
  const [recorded, setRecorded] = useState<ReadonlySet<number>>(new Set());
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map());
  // What is certain is chosen from the start.
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(lines.flatMap(({ line, match }) => (match.is === "pays" ? [line] : []))),
  );

  async function recordChosen(): Promise<void> {
    setRecording(true);
    const done = new Set(recorded);
    const failed = new Map<number, string>();
    // One after the other, so that a large statement is as light for the shop as somebody who types.
    for (const { line, amount, entry, match } of lines) {
      if (!chosen.has(line) || match.is === "none") continue;
      try {
        await transfer.mutateAsync({ id: match.order._id, amount, bankReference: entry });
        done.add(line);
        setRecorded(new Set(done));
      } catch (error) {
        failed.set(line, messageOf(error, "This was not recorded. Please try again."));
      }
    }
    setProblems(failed);
    setChosen(new Set(failed.keys()));
    setRecording(false);
    const count = done.size - recorded.size;
    if (count > 0) notify.success(count === 1 ? "1 transfer recorded" : `${count} transfers recorded`);
    await Promise.all([utils.admin.orders.invalidate(), utils.order.invalidate()]);
  }

  return {
    chosen,
    choose: (line: number, isChosen: boolean) =>
      setChosen((now) => new Set(isChosen ? [...now, line] : [...now].filter((each) => each !== line))),
    problems,
    recorded,
    isRecording,
    record: () => oneAtATime(recordChosen),
  };
}
