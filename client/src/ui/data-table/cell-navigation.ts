/** Where the focus goes from an editable cell. */
export type CellStep = "next" | "previous" | "down" | "up";

const cells = "[data-editable-cell]";

/**
 * Moves the focus from an editable cell to another one of its table, in reading order or within its column. Returns whether
 * there was one.
 */
export function focusCell(from: HTMLElement, step: CellStep): boolean {
  const all = [...(from.closest("table")?.querySelectorAll<HTMLElement>(cells) ?? [])];
  const isColumn = step === "down" || step === "up";
  const line = isColumn ? all.filter((cell) => cell.dataset.editableCell === from.dataset.editableCell) : all;
  const place = line.indexOf(from);
  const to = line[step === "next" || step === "down" ? place + 1 : place - 1];
  if (place < 0 || to === undefined) return false;
  focusIn(to);
  return true;
}

/** The focus in a cell is on its field while it is edited, else on its button. */
export function focusIn(cell: HTMLElement): void {
  cell.querySelector<HTMLElement>("input, button")?.focus();
}
