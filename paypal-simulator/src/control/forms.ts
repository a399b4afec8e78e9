import { act } from "./act.ts";

/** Attaches the handlers of the forms. */
export function wireForms(): void {
  const fault = document.querySelector("#fault");
  if (fault instanceof HTMLFormElement) wireFaultForm(fault);
  const refunds = document.querySelector("#next-refunds");
  if (refunds instanceof HTMLFormElement) {
    refunds.addEventListener("submit", (event) => {
      event.preventDefault();
      const data = new FormData(refunds);
      void act("The next refunds will do so.", "refunds/next", {
        status: textOf(data, "status"),
        times: Number(textOf(data, "times")),
      });
    });
  }
  document
    .querySelector("#clear-faults")
    ?.addEventListener("click", () => void act("No fault is planned any more.", "faults", null));
}

function wireFaultForm(form: HTMLFormElement): void {
  const fit = () => {
    const data = new FormData(form);
    showFields(form, textOf(data, "kind"));
    showIssues(form, textOf(data, "call"));
  };
  form.addEventListener("change", fit);
  fit();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const match = textOf(data, "match");
    void act("The fault is planned.", "faults", {
      call: textOf(data, "call"),
      fault: toFault(data),
      times: Number(textOf(data, "times")),
      ...(match === "" ? {} : { match }),
    });
  });
}

/** Hides and disables the fields of other kinds, so that they are not sent. */
function showFields(form: HTMLFormElement, kind: string): void {
  for (const field of form.querySelectorAll<HTMLElement>("[data-for]")) {
    field.hidden = !(field.dataset.for ?? "").split(",").includes(kind);
    for (const control of field.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")) {
      control.disabled = field.hidden;
    }
  }
}

/** Offers only the issues of the selected call. */
function showIssues(form: HTMLFormElement, call: string): void {
  const select = form.querySelector<HTMLSelectElement>("[name=issue]");
  for (const group of select?.querySelectorAll("optgroup") ?? []) {
    group.hidden = group.label !== call;
    group.disabled = group.hidden;
  }
  const chosen = select?.selectedOptions[0]?.parentElement;
  if (select !== null && chosen instanceof HTMLOptGroupElement && chosen.disabled) select.value = "";
}

const numbers = ["ms", "status", "bytes"];
const texts = ["issue", "to", "amount", "currency", "payee", "customId"];

function toFault(data: FormData): object {
  const given = (name: string) => textOf(data, name) !== "";
  return {
    kind: textOf(data, "kind"),
    ...Object.fromEntries(numbers.filter(given).map((name) => [name, Number(textOf(data, name))])),
    ...Object.fromEntries(texts.filter(given).map((name) => [name, textOf(data, name)])),
    ...(data.has("forgets") ? { forgets: true } : {}),
  };
}

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value.trim() : "";
}
