import type { FormErrors, UseFormReturnType } from "@mantine/form";

let isPressing = false;
// The server has no window.
if (!import.meta.env.SSR) {
  window.addEventListener("pointerdown", () => setPressing(true), { capture: true });
  window.addEventListener("pointerup", () => setPressing(false), { capture: true });
  window.addEventListener("pointercancel", () => setPressing(false), { capture: true });
}

function setPressing(value: boolean): void {
  isPressing = value;
}

/** Runs after a press in progress: a message that appears during the press would move the button from under the pointer. */
function afterPress(action: () => void): void {
  const run = () => setTimeout(action);
  if (isPressing) window.addEventListener("pointerup", run, { once: true });
  else run();
}

/**
 * For the `enhanceGetInputProps` of a form: validates fields on blur. Empty
 * fields that were never filled are skipped.
 */
export function validateOnBlur<Values extends Record<string, string>>({ form }: { form: UseFormReturnType<Values> }) {
  return {
    // Mantine's own handler marks a field as touched on focus. Here only a change does.
    onFocus: undefined,
    onBlur: () =>
      afterPress(() => {
        for (const [field, value] of Object.entries(form.getValues())) {
          const hasFocus = document.activeElement === form.getInputNode(field);
          if (!hasFocus && (value !== "" || form.isTouched(field))) form.validateField(field);
        }
      }),
  };
}

/**
 * The same for forms without rules across fields and with `touchTrigger: "change"`: validates the field that is left once
 * it was changed. An error, which may be the server's, stays until the field is changed.
 */
export function validateLeftField<Values extends object>({
  form,
  field,
}: {
  form: UseFormReturnType<Values>;
  field: string;
}) {
  return {
    onBlur: () =>
      afterPress(() => {
        if (form.isTouched(field) && form.errors[field] === undefined) form.validateField(field);
      }),
  };
}

/** Focuses the first invalid field after a failed submit. */
export function focusFirstError(
  form: { getInputNode: (field: string) => HTMLElement | null },
  errors: FormErrors,
): void {
  const [first] = Object.keys(errors);
  if (first !== undefined) form.getInputNode(first)?.focus();
}
