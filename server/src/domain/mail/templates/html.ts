import { escapeHtml } from "@shop/shared/page/html";

/** HTML that is safe to embed: its texts are escaped. */
class SafeHtml {
  constructor(readonly text: string) {}
}

export type { SafeHtml };

type Value = string | number | SafeHtml | readonly SafeHtml[];

/** A template of HTML. Every value is escaped unless it is made by this template. */
export function html(strings: TemplateStringsArray, ...values: Value[]): SafeHtml {
  return new SafeHtml(strings.map((part, place) => part + textOf(values[place] ?? "")).join(""));
}

function textOf(value: Value): string {
  if (value instanceof SafeHtml) return value.text;
  if (typeof value === "string" || typeof value === "number") return escapeHtml(String(value));
  return value.map(textOf).join("");
}
