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
