import { IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import { flushSync } from "react-dom";
import classes from "./row-tools.module.css";

type RowToolsProps = {
  /** Id of the list, and what its rows are called: "image 2". */
  listId: string;
  what: (place: number) => string;
  place: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onRemove: (place: number) => void;
};

const tools = [
  { name: "up", text: "Move {} up", step: -1, Icon: IconArrowUp },
  { name: "down", text: "Move {} down", step: 1, Icon: IconArrowDown },
] as const;

/** The buttons that move and remove a row of a list. The focus follows the row, and stays in the list. */
export function RowTools({ listId, what, place, count, onMove, onRemove }: RowToolsProps) {
  const focus = (id: string) => document.getElementById(id)?.focus();

  function move(name: string, to: number): void {
    if (to < 0 || to >= count) return;
    flushSync(() => onMove(place, to));
    focus(toolId(listId, to, name));
  }

  function remove(): void {
    flushSync(() => onRemove(place));
    focus(count > 1 ? toolId(listId, Math.min(place, count - 2), "remove") : addId(listId));
  }
  return (
    <div className={classes.tools}>
      {tools.map(({ name, text, step, Icon }) => (
        <button
          key={name}
          id={toolId(listId, place, name)}
          type="button"
          className={classes.tool}
          aria-label={text.replace("{}", what(place))}
          // Not `disabled`, so that the focus stays.
          aria-disabled={place + step < 0 || place + step >= count || undefined}
          onClick={() => move(name, place + step)}
        >
          <Icon size={18} aria-hidden="true" />
        </button>
      ))}
      <button
        id={toolId(listId, place, "remove")}
        type="button"
        className={classes.tool}
        aria-label={`Remove ${what(place)}`}
        onClick={remove}
      >
        <IconX size={18} aria-hidden="true" />
      </button>
    </div>
  );
}

const toolId = (listId: string, place: number, name: string) => `${listId}-${place}-${name}`;

/** The id of the button that adds a row. */
export function addId(listId: string): string {
  return `${listId}-add`;
}
