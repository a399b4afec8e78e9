const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text made safe for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/**
 * JSON made safe inside a script element: nothing in it can end the element,
 * open a comment or break older JavaScript parsers.
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, "\\u003c")
    .replace(/>/g, "\\u003e")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}

/** HTML as text, or as the bytes that are sent of it: what never changes is made into bytes once. */
export type Html = string | Buffer;

/** All of it, in order. */
export function joinHtml(parts: Html[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
}

const written = new WeakMap<object, Buffer>();

/** The script's JSON of an object that is served again and again and never changes: it is written once. */
export function lastingScriptJson(value: object): Buffer {
  const known = written.get(value);
  if (known !== undefined) return known;
  const json = Buffer.from(scriptJson(value));
  written.set(value, json);
  return json;
}
