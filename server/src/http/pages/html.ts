const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text made safe for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const unsafeInScripts: Record<string, string> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/**
 * JSON made safe inside a script element: nothing in it can end the element,
 * open a comment or break older JavaScript parsers.
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>\u2028\u2029]/g, (character) => unsafeInScripts[character] ?? character);
}

/** HTML as text, or as the bytes that are sent of it: what never changes is made into bytes once. */
export type Html = string | Buffer;

/** All of it, in order. */
export function joinHtml(parts: Html[]): Buffer {
  const chunks: Buffer[] = [];
  let text = "";
  // Neighbouring texts become bytes together: each turn into bytes costs more than its length.
  for (const part of parts) {
    if (typeof part === "string") text += part;
    else {
      if (text !== "") chunks.push(Buffer.from(text));
      text = "";
      chunks.push(part);
    }
  }
  if (text !== "") chunks.push(Buffer.from(text));
  return Buffer.concat(chunks);
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
