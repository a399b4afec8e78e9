import type { FormErrors, UseFormReturnType } from "@mantine/form";

let isPressing = false;
window.addEventListener("pointerdown", () => setPressing(true), { capture: true });
window.addEventListener("pointerup", () => setPressing(false), { capture: true });
window.addEventListener("pointercancel", () => setPressing(false), { capture: true });

function setPressing(value: boolean): void {
  isPressing = value;
}

/** Runs after a press that is under way: a message that appears meanwhile moves the button away from under it. */
function afterPress(act: () => void): void {
  const soon = () => setTimeout(act);
  if (isPressing) window.addEventListener("pointerup", soon, { once: true });
  else soon();
}

/**
 * For a form's `enhanceGetInputProps`: fields are checked once they have been
 * left. A field that nobody has filled or changed is not reproached for it.
 */
export function validateOnBlur<Values extends Record<string, string>>({ form }: { form: UseFormReturnType<Values> }) {
  return {
    onBlur: () =>
      afterPress(() => {
        for (const [field, value] of Object.entries(form.getValues())) {
          const isInProgress = document.activeElement === form.getInputNode(field);
          if (!isInProgress && (value !== "" || form.isDirty(field))) form.validateField(field);
        }
      }),
  };
}

/** For a refused submit: the first bad field takes the focus. */
export function focusFirstError(
  form: { getInputNode: (field: string) => HTMLElement | null },
  errors: FormErrors,
): void {
  const [first] = Object.keys(errors);
  if (first !== undefined) form.getInputNode(first)?.focus();
}
