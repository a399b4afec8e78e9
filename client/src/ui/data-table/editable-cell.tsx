import "@mantine/core/styles/Popover.layer.css";
import "../mantine-styles.ts";
import { Popover } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { focusIn } from "./cell-navigation.ts";
import { CellProblemBox } from "./cell-problem.tsx";
import classes from "./editable-cell.module.css";
import { type CellSource, useCellDraft } from "./use-cell-draft.ts";
import { useCellKeys } from "./use-cell-keys.ts";

type EditableCellProps<Row> = CellSource<Row> & {
  /** What the cell is: "Price of Lamp". */
  label: string;
  /** The column, for moving up and down. */
  column: string;
  /** A text as the cell shows it. */
  show: (text: string) => string;
  /** What stands before the field, such as a currency. */
  prefix?: string;
  inputMode: "decimal" | "numeric" | "text";
  /** Shown below the value. */
  children?: ReactNode;
};

/**
 * A number or a short text in a table that is edited like in a spreadsheet: Enter, F2, a click or typing begins; Enter saves and goes down,
 * Tab saves and goes to the next editable cell, both with Shift the other way; Escape restores; leaving saves. A wrong
 * text stays with its reason.
 */
export function EditableCell<Row>({
  label,
  column,
  show,
  prefix,
  inputMode,
  children,
  ...source
}: EditableCellProps<Row>) {
  const cell = useRef<HTMLDivElement>(null);
  const problemId = useId();
  const draft = useCellDraft(source);
  const { typed, problem, pending } = draft;
  useSteadyFocus(cell, typed === undefined);

  /** The field or button is there before the focus moves to it. */
  function settle(change: () => void) {
    flushSync(change);
    if (cell.current !== null) focusIn(cell.current);
  }
  const content = inputMode === "text" ? "text" : "number";
  const keys = useCellKeys(cell, draft, { content, settle });
  const stored = show(problem?.kind === "conflict" ? problem.theirs : source.text);
  return (
    <div ref={cell} className={classes.cell} data-editable-cell={column}>
      <Popover opened={problem !== undefined} position="bottom-end" withRoles={false} shadow="md" radius="md" withArrow>
        <Popover.Target>
          {typed === undefined ? (
            <button
              type="button"
              className={classes.value}
              aria-label={`${label}: ${show(pending ?? source.text)}. Edit`}
              data-pending={pending !== undefined || undefined}
              onClick={() => keys.begin()}
              onKeyDown={keys.onButtonKey}
            >
              {show(pending ?? source.text)}
            </button>
          ) : (
            <span className={classes.field} data-wrong={problem !== undefined || undefined}>
              {prefix}
              <input
                className={classes.input}
                aria-label={label}
                aria-invalid={problem !== undefined || undefined}
                aria-describedby={problem === undefined ? undefined : problemId}
                inputMode={inputMode}
                enterKeyHint="done"
                autoComplete="off"
                value={typed}
                onChange={(event) => draft.type(event.currentTarget.value)}
                onFocus={keys.onFieldFocus}
                onKeyDown={keys.onFieldKey}
                onBlur={() => {
                  // What could not be saved waits for a decision.
                  if (problem === undefined) draft.commit();
                }}
              />
            </span>
          )}
        </Popover.Target>
        <Popover.Dropdown className={classes.problem ?? ""}>
          {problem !== undefined && (
            <CellProblemBox
              id={problemId}
              problem={problem}
              stored={stored}
              mine={show(typed ?? "")}
              onSave={() => keys.finish()}
              onRestore={() => settle(draft.restore)}
            />
          )}
        </Popover.Dropdown>
      </Popover>
      {children}
    </div>
  );
}

/** Keeps the focus in a cell whose focused button or field was replaced by the other one. */
function useSteadyFocus(cell: RefObject<HTMLElement | null>, isButton: boolean): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    const element = cell.current;
    if (element === null) return;
    const onFocusIn = () => {
      hadFocus.current = true;
    };
    const onFocusOut = (event: FocusEvent) => {
      // Without a related target the focused element was removed, or the page has lost the focus.
      if (event.relatedTarget !== null) hadFocus.current = false;
    };
    element.addEventListener("focusin", onFocusIn);
    element.addEventListener("focusout", onFocusOut);
    return () => {
      element.removeEventListener("focusin", onFocusIn);
      element.removeEventListener("focusout", onFocusOut);
    };
  }, [cell]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change from button to field, or back, removes the focused element
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body && cell.current !== null) focusIn(cell.current);
  }, [isButton, cell]);
}
