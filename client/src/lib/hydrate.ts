import { earlyHoldKey, earlyPressKey } from "@shop/shared/prerender";

const fieldsOf = (root: Element) => [...root.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")];

/**
 * The page arrives drawn, and people may begin before its scripts have come.
 * The returned function, called when the real screen stands in the drawing's
 * place, carries over what was typed and chosen, the focus, the last press of a
 * button, and a press that is not let go yet.
 */
export function hydrate(root: HTMLElement): () => void {
  const drawn = root.firstElementChild;
  if (drawn === null) return () => undefined;
  let focused = document.activeElement;
  // What is taken away loses the focus too, so only a new focus counts.
  document.addEventListener("focusin", ({ target }) => {
    focused = target instanceof Element ? target : null;
  });

  return () => {
    const fields = fieldsOf(root);
    fieldsOf(drawn).forEach((field, place) => {
      const twin = fields[place];
      if (twin === undefined || twin.tagName !== field.tagName) return;
      if (isTouched(field)) change(twin, field.value);
      if (field !== focused) return;
      twin.focus({ preventScroll: true });
      if (field instanceof HTMLInputElement && twin instanceof HTMLInputElement) {
        twin.setSelectionRange(field.selectionStart, field.selectionEnd);
      }
    });
    twinOf(focused, drawn, root)?.focus({ preventScroll: true });
    const pressed = twinOf(Reflect.get(window, earlyPressKey), drawn, root);
    // What was typed reaches the screen's state only after this.
    if (pressed !== undefined) queueMicrotask(() => pressed.click());
    const held = twinOf(Reflect.get(window, earlyHoldKey), drawn, root);
    if (held !== undefined) finishPress(held);
  };
}

/** The real button or link in the place of a drawn one. */
function twinOf(element: unknown, drawn: Element, root: Element): HTMLElement | undefined {
  if (!(element instanceof HTMLButtonElement || element instanceof HTMLAnchorElement)) return undefined;
  const alike = (within: Element) =>
    [...within.querySelectorAll<HTMLElement>(element.tagName)].filter(
      (other) => other.textContent === element.textContent && other.ariaLabel === element.ariaLabel,
    );
  const place = alike(drawn).indexOf(element);
  return alike(root)[place];
}

/** Presses what is let go on: a browser makes no click of a press whose beginning was on something else. */
function finishPress(twin: HTMLElement): void {
  const letGo = new AbortController();
  for (const kind of ["mouseup", "keyup"] as const) {
    window.addEventListener(
      kind,
      (event) => {
        letGo.abort();
        // With these keys a link means another tab, which only the browser itself may open.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (!(event.target instanceof Node) || !twin.contains(event.target)) return;
        let isClicked = false;
        twin.addEventListener("click", () => (isClicked = true), { once: true });
        setTimeout(() => isClicked || twin.click());
      },
      { capture: true, signal: letGo.signal },
    );
  }
}

/** Whether a drawn field says something else than it was drawn with. */
function isTouched(field: HTMLInputElement | HTMLSelectElement): boolean {
  if (field instanceof HTMLInputElement) return field.value !== field.defaultValue;
  return field.selectedOptions[0]?.defaultSelected !== true && field.selectedIndex > 0;
}

/** Changes a field as people do: React overwrites an element's own setter to tell its changes from theirs. */
function change(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLSelectElement;
  Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLInputElement ? "input" : "change", { bubbles: true }));
}
