import { earlyPressKey } from "@shop/shared/first-paint";

const fieldsOf = (root: Element) => [...root.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")];
const buttonsOf = (root: Element) => [...root.querySelectorAll("button")];

/**
 * The page arrives drawn, and people may begin before its scripts have come.
 * The returned function, called when the real screen stands in the drawing's
 * place, carries over what was typed and chosen, the focus, and the last press
 * of a button.
 */
export function takeOver(root: HTMLElement): () => void {
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
    const pressed: unknown = Reflect.get(window, earlyPressKey);
    if (!(pressed instanceof HTMLButtonElement)) return;
    const isTwin = (button: HTMLButtonElement) =>
      button.textContent === pressed.textContent && button.ariaLabel === pressed.ariaLabel;
    const place = buttonsOf(drawn).filter(isTwin).indexOf(pressed);
    // What was typed reaches the screen's state only after this.
    setTimeout(() => buttonsOf(root).filter(isTwin)[place]?.click());
  };
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
