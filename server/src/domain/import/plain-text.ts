import { compile } from "html-to-text";

const options = {
  wordwrap: false as const,
  selectors: [
    { selector: "a", options: { ignoreHref: true } },
    { selector: "img", format: "skip" },
    { selector: "table", format: "dataTable" },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
    ...["script", "style", "iframe", "object"].map((selector) => ({ selector, format: "skip" })),
  ],
};

/** Prepared once: that takes longer than a description. */
const convert = compile(options);

/** The text of a description in HTML, with its paragraphs and lists. */
export function toPlainText(html: string): string {
  return convert(html).trim();
}

/** Whether a text is HTML rather than plain. */
export function looksLikeHtml(text: string): boolean {
  return /<\/?(p|br|div|ul|ol|li|b|i|strong|em|span|h[1-6]|table|a|img)(\s[^>]*)?\/?>/i.test(text);
}
