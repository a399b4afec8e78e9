import { type FocusEvent, type KeyboardEvent, type RefObject, useRef } from "react";
import { type CellStep, focusCell } from "./cell-navigation.ts";
import type { CellDraft } from "./use-cell-draft.ts";

/** Keys that begin to type a number, or a text; others are shortcuts of the page. */
const beginnings = { number: /^[\d.,-]$/, text: /^[\p{L}\p{N}]$/u };

const arrows: Record<string, CellStep> = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** The keys of an editable cell. `settle` makes a change and then moves the focus to what the cell has become. */
export function useCellKeys(
  cell: RefObject<HTMLElement | null>,
  draft: CellDraft,
  { content, settle }: { content: keyof typeof beginnings; settle: (change: () => void) => void },
) {
  const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
    beginnings[content].test(key) && !ctrlKey && !metaKey && !altKey;
  const isToBeSelected = useRef(false);
  const move = (step: CellStep) => cell.current !== null && focusCell(cell.current, step);

  /** A typed first digit replaces the number; otherwise all of it is selected. */
  function begin(first?: string): void {
    isToBeSelected.current = first === undefined;
    settle(() => draft.begin(first));
  }

  /** Returns whether the cell is done with. */
  function finish(): boolean {
    let isDone = false;
    settle(() => {
      isDone = draft.commit();
    });
    return isDone;
  }

  function onButtonKey(event: KeyboardEvent): void {
    const arrow = arrows[event.key];
    if (arrow !== undefined) {
      event.preventDefault();
      move(arrow);
    } else if (event.key === "F2") {
      begin();
    } else if (event.key === "Delete" || event.key === "Backspace" || isTyped(event)) {
      event.preventDefault();
      // A letter is a shortcut elsewhere.
      event.stopPropagation();
      begin(event.key.length === 1 ? event.key : "");
    }
  }

  function onFieldKey(event: KeyboardEvent): void {
    if (event.key === "Enter") {
      event.preventDefault();
      if (finish()) move(event.shiftKey ? "up" : "down");
    } else if (event.key === "Tab") {
      // Behind the last cell the browser moves the focus on from the button that the cell has become.
      if (!finish() || move(event.shiftKey ? "previous" : "next")) event.preventDefault();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      settle(draft.restore);
    }
  }

  function onFieldFocus({ currentTarget }: FocusEvent<HTMLInputElement>): void {
    if (isToBeSelected.current) currentTarget.select();
    isToBeSelected.current = false;
  }
  return { begin, finish, onButtonKey, onFieldKey, onFieldFocus };
}
