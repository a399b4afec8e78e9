import { type KeyboardEvent, useCallback, useMemo, useRef } from "react";
import { messageOf } from "../../../lib/request-failure.ts";
import { notify } from "../../../ui/notify.ts";
import { notifyUndoable } from "../../../ui/notify-undo.tsx";

/** Takes an act back. Returns what was done, for the message. */
type Undo = () => Promise<string>;

/** What was done on a screen and can be taken back, the last first. */
export type UndoStack = {
  /** Tells of an act, with a button that takes it back. */
  done: (message: string, undo: Undo) => void;
  /** Takes the last act back. Returns whether there was one. */
  undoLast: () => boolean;
};

export function useUndoStack(): UndoStack {
  const acts = useRef<Undo[]>([]);
  const take = useCallback(async (undo: Undo) => {
    acts.current = acts.current.filter((known) => known !== undo);
    try {
      notify.success(await undo());
    } catch (error) {
      notify.error(messageOf(error, "Undo failed"));
    }
  }, []);
  return useMemo(
    () => ({
      done: (message, undo) => {
        acts.current.push(undo);
        notify.withdrawErrors();
        notifyUndoable(message, () => {
          // By the keyboard it may have been taken back before.
          if (acts.current.includes(undo)) void take(undo);
        });
      },
      undoLast: () => {
        const last = acts.current.at(-1);
        if (last !== undefined) void take(last);
        return last !== undefined;
      },
    }),
    [take],
  );
}

/** Ctrl+Z and Cmd+Z take the last act back; in a field they belong to the field. */
export function undoByKey(event: KeyboardEvent, undoable: UndoStack): void {
  const isUndo =
    event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  if (!isUndo || event.target instanceof HTMLInputElement) return;
  if (undoable.undoLast()) event.preventDefault();
}
