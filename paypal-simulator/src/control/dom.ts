type Attributes = Record<string, string | boolean | undefined>;
type Child = Node | string;

/** Creates an element. Attributes that are `false` or absent are left out; text is never parsed as HTML. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** A button with an action. Its key identifies it across renders. */
export function actButton(text: string, key: string, act: () => void): HTMLButtonElement {
  const button = el("button", { type: "button", "data-key": key }, text);
  button.addEventListener("click", act);
  return button;
}

export function badge(status: string): HTMLElement {
  return el("span", { class: "badge", "data-status": status }, status.replaceAll("_", " ").toLowerCase());
}

export function time(at: number | string): HTMLElement {
  const iso = new Date(at).toISOString();
  return el("time", { datetime: iso }, `${iso.slice(0, 10)} ${iso.slice(11, 19)}`);
}

/** A table whose cells carry their column's name, for narrow screens that stack them. */
export function table(caption: string, columns: string[], rows: HTMLTableRowElement[]): HTMLElement {
  for (const row of rows) {
    for (const [n, cell] of [...row.cells].entries()) cell.dataset.label = columns[n] ?? "";
  }
  const headings = columns.map((column) => el("th", { scope: "col", role: "columnheader" }, column));
  return el(
    "table",
    { role: "table" },
    el("caption", {}, caption),
    el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, ...headings)),
    el("tbody", { role: "rowgroup" }, ...rows),
  );
}

export function tableRow(...cells: Child[]): HTMLTableRowElement {
  return el("tr", { role: "row" }, ...cells.map((cell) => el("td", { role: "cell" }, cell)));
}

const rendered = new WeakMap<Element, string>();

/** Renders a part of the page again if its data has changed, and keeps the focus. */
export function rerender(part: Element, shown: unknown, draw: () => Child[]): void {
  const now = JSON.stringify(shown);
  if (rendered.get(part) === now) return;
  rendered.set(part, now);
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const key = focused instanceof HTMLElement ? focused.dataset.key : undefined;
  part.replaceChildren(...draw());
  if (focused === null) return;
  const again = key === undefined ? null : part.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const next = again ?? part.querySelector("summary, button");
  if (next instanceof HTMLElement) next.focus();
}
