const unsafeInScripts: Record<string, string> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** JSON for a script element: it cannot end the element, open a comment or break older JavaScript parsers. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>\u2028\u2029]/g, (character) => unsafeInScripts[character] ?? character);
}

/** HTML as text, or as bytes where it is constant and encoded once. */
export type Html = string | Buffer;

/** Concatenates the parts. */
export function joinHtml(parts: Html[]): Buffer {
  const chunks: Buffer[] = [];
  let text = "";
  // Adjacent texts are encoded together, because the cost of an encoding is mostly per call.
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

/** `scriptJson` of an immutable object, cached by identity. */
export function lastingScriptJson(value: object): Buffer {
  const known = written.get(value);
  if (known !== undefined) return known;
  const json = Buffer.from(scriptJson(value));
  written.set(value, json);
  return json;
}
