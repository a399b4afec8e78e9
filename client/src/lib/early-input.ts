/**
 * The page's inline script keeps the button that was pressed last in
 * `window.earlyPress`, because React replays no event from before hydration.
 */
export function stopRecordingPresses(): void {
  window.onclick = null;
}

/** Passes on what was typed, chosen and pressed in the page before hydration. */
export function replayEarlyInput(root: HTMLElement): void {
  const typed = [...root.querySelectorAll("input")]
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => ({ field, value: field.value, caret: field.selectionStart }));
  // Afterwards, because each event renders the other fields of its form without their texts.
  for (const { field, value, caret } of typed) {
    // React ignores an event whose value it has seen. Its own setter notes the value, the prototype's does not.
    field.value = "";
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, value);
    if (caret !== null) field.setSelectionRange(caret, caret);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  for (const choice of root.querySelectorAll("select")) {
    const isChanged = choice.selectedOptions[0]?.hasAttribute("selected") === false;
    if (isChanged) choice.dispatchEvent(new Event("change", { bubbles: true }));
  }
  const pressed: unknown = Reflect.get(window, "earlyPress");
  // A microtask, so that React applies the values of the fields first.
  if (pressed instanceof HTMLElement) queueMicrotask(() => pressed.click());
}
