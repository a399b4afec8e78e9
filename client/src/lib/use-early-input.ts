import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * Passes on what was typed, chosen and pressed in the page before hydration, whose events React does not replay. Marks
 * the root as hydrated for the page's inline styles. For a component around all others, whose effects run last.
 */
export function useEarlyInput(root: HTMLElement): void {
  const replay = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    replay.current = takeEarlyInput(root);
  }, [root]);
  useEffect(() => {
    // After the renderings that the effects of other components cause.
    queueMicrotask(() => {
      replay.current?.();
      root.dataset.hydrated = "";
    });
  }, [root]);
}

/** Reads the early input, before anything is rendered again and replaces it. The result passes it on. */
function takeEarlyInput(root: HTMLElement): () => void {
  const typed = [...root.querySelectorAll("input")]
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => ({ field, value: field.value, caret: field.selectionStart }));
  const chosen = [...root.querySelectorAll("select")]
    .filter(({ selectedOptions: [option] }) => option?.hasAttribute("selected") === false)
    .map((field) => ({ field, value: field.value }));
  // The page's inline script keeps the button that was pressed last there.
  const pressed: unknown = Reflect.get(window, "earlyPress");
  Reflect.deleteProperty(window, "earlyPress");
  window.onclick = null;
  return () => {
    for (const { field, value, caret } of typed) retype(field, value, caret);
    for (const { field, value } of chosen) {
      field.value = value;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    // A microtask, so that React applies the values of the fields first.
    if (pressed instanceof HTMLElement) queueMicrotask(() => pressed.click());
  };
}

function retype(field: HTMLInputElement, value: string, caret: number | null): void {
  const isTypedSince = field.value !== "" && field.value !== value;
  if (isTypedSince) return;
  // React ignores an event whose value it has noted. Its own setter notes a value, the prototype's does not.
  field.value = "";
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, value);
  if (caret !== null) field.setSelectionRange(caret, caret);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
