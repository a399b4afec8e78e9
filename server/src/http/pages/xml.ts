import { escapeHtml } from "@shop/shared/page/html";

export function element(name: string, text: string): string {
  return `<${name}>${escapeHtml(text)}</${name}>`;
}

/** Without what XML 1.0 has no way to write, and other control characters. */
export function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, "")
    .trim();
}
