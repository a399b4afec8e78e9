import { useRef, useState } from "react";

/** How a save of a cell ended. `theirs` is what somebody else put there meanwhile, and `seen` the row with it. */
export type CellOutcome<Row> =
  | { kind: "saved" }
  | { kind: "failed"; reason: string }
  | { kind: "conflict"; theirs: string; seen: Row };

export type CellSource<Row> = {
  row: Row;
  /** What the row holds, as it is typed. */
  text: string;
  /** Why a typed text is wrong, or nothing. */
  check: (text: string) => string | undefined;
  /** Saves a typed text. `seen` is the row, and `seenText` its text, when the editing began. */
  save: (text: string, seen: Row, seenText: string) => Promise<CellOutcome<Row>>;
};

export type CellProblem = { kind: "wrong" | "failed"; text: string } | { kind: "conflict"; theirs: string };

type Draft<Row> = { typed: string; seen: Row; seenText: string; problem?: CellProblem };

/** A cell that is edited: what is typed, what is being saved and why it could not be. */
export type CellDraft = {
  typed: string | undefined;
  problem: CellProblem | undefined;
  /** What is shown while it is being saved. */
  pending: string | undefined;
  begin: (typed?: string) => void;
  type: (typed: string) => void;
  /** Returns whether the cell is done with, because the text is right or as before. */
  commit: () => boolean;
  restore: () => void;
};

/**
 * The editing of one cell. A saved text shows at once; if the save fails, the stored one counts again, and the cell opens
 * with what was typed and the reason.
 */
export function useCellDraft<Row>({ row, text, check, save }: CellSource<Row>): CellDraft {
  const [draft, setDraft] = useState<Draft<Row>>();
  const [pending, setPending] = useState<string>();
  const saves = useRef(0);

  async function send(sent: Draft<Row>) {
    saves.current += 1;
    const turn = saves.current;
    setPending(sent.typed);
    const outcome = await save(sent.typed, sent.seen, sent.seenText);
    if (turn === saves.current) setPending(undefined);
    if (outcome.kind === "saved") return;
    const failed: Draft<Row> =
      outcome.kind === "failed"
        ? { ...sent, problem: { kind: "failed", text: outcome.reason } }
        : { typed: sent.typed, seen: outcome.seen, seenText: outcome.theirs, problem: outcome };
    // What has been typed since counts more.
    setDraft((now) => now ?? failed);
  }
  return {
    typed: draft?.typed,
    problem: draft?.problem,
    pending,
    begin: (typed) => setDraft({ typed: typed ?? pending ?? text, seen: row, seenText: pending ?? text }),
    type: (typed) => setDraft((now) => now && { typed, seen: now.seen, seenText: now.seenText }),
    commit: () => {
      if (draft === undefined) return true;
      const typed = draft.typed.trim();
      const reason = typed === draft.seenText ? undefined : check(typed);
      if (reason !== undefined) {
        setDraft({ ...draft, problem: { kind: "wrong", text: reason } });
        return false;
      }
      setDraft(undefined);
      if (typed !== draft.seenText) void send({ ...draft, typed });
      return true;
    },
    restore: () => setDraft(undefined),
  };
}
