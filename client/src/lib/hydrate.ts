import { earlyHoldKey, earlyPressKey } from "@shop/shared/prerender";

const fieldsOf = (root: Element) => [...root.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")];

/**
 * Users may interact with the prerendered page before its scripts load. The
 * returned function, called once React has replaced the prerendered page,
 * transfers input values, the focus, the last click and a press in progress.
 */
export function hydrate(root: HTMLElement): () => void {
  const prerendered = root.firstElementChild;
  if (prerendered === null) return () => undefined;
  let focused = document.activeElement;
  // focusin only: the removal of an element also takes its focus.
  document.addEventListener("focusin", ({ target }) => {
    focused = target instanceof Element ? target : null;
  });

  return () => {
    const fields = fieldsOf(root);
    fieldsOf(prerendered).forEach((field, index) => {
      const counterpart = fields[index];
      if (counterpart === undefined || counterpart.tagName !== field.tagName) return;
      if (isChanged(field)) setValue(counterpart, field.value);
      if (field !== focused) return;
      counterpart.focus({ preventScroll: true });
      if (field instanceof HTMLInputElement && counterpart instanceof HTMLInputElement) {
        counterpart.setSelectionRange(field.selectionStart, field.selectionEnd);
      }
    });
    counterpartOf(focused, prerendered, root)?.focus({ preventScroll: true });
    const pressed = counterpartOf(Reflect.get(window, earlyPressKey), prerendered, root);
    // A microtask, so that React applies the transferred input values first.
    if (pressed !== undefined) queueMicrotask(() => pressed.click());
    const held = counterpartOf(Reflect.get(window, earlyHoldKey), prerendered, root);
    if (held !== undefined) completePress(held);
  };
}

/** The rendered button or link for a prerendered one, by text, label and position. */
function counterpartOf(element: unknown, prerendered: Element, root: Element): HTMLElement | undefined {
  if (!(element instanceof HTMLButtonElement || element instanceof HTMLAnchorElement)) return undefined;
  const candidates = (within: Element) =>
    [...within.querySelectorAll<HTMLElement>(element.tagName)].filter(
      (other) => other.textContent === element.textContent && other.ariaLabel === element.ariaLabel,
    );
  const index = candidates(prerendered).indexOf(element);
  return candidates(root)[index];
}

/** Clicks on release: browsers emit no click when the press started on another element. */
function completePress(counterpart: HTMLElement): void {
  const released = new AbortController();
  for (const type of ["mouseup", "keyup"] as const) {
    window.addEventListener(
      type,
      (event) => {
        released.abort();
        // With these keys a link opens a new tab, which a script may not do.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (!(event.target instanceof Node) || !counterpart.contains(event.target)) return;
        let isClicked = false;
        counterpart.addEventListener("click", () => (isClicked = true), { once: true });
        setTimeout(() => isClicked || counterpart.click());
      },
      { capture: true, signal: released.signal },
    );
  }
}

/** Whether the value of a prerendered field was changed. */
function isChanged(field: HTMLInputElement | HTMLSelectElement): boolean {
  if (field instanceof HTMLInputElement) return field.value !== field.defaultValue;
  return field.selectedOptions[0]?.defaultSelected !== true && field.selectedIndex > 0;
}

/** Sets a value like user input. React overrides the setter of the element, so the prototype's setter is used. */
function setValue(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  const elementClass = field instanceof HTMLInputElement ? HTMLInputElement : HTMLSelectElement;
  Object.getOwnPropertyDescriptor(elementClass.prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLInputElement ? "input" : "change", { bubbles: true }));
}
