/**
 * The members of a JSON object with the raw bytes of each value. Counts brackets instead of parsing,
 * so that nesting depth is unlimited and numbers are not reformatted. `undefined` if the text is not
 * an object.
 */
export function rawMembers(json: Uint8Array): Map<string, string> | undefined {
  // Latin-1 maps each byte to one character, so the bytes stay unchanged.
  const text = Buffer.from(json).toString("latin1");
  const members = new Map<string, string>();
  let at = skipSpace(text, 0);
  if (text[at] !== "{") return undefined;
  at = skipSpace(text, at + 1);
  if (text[at] === "}") return members;
  for (;;) {
    const nameEnd = text[at] === '"' ? endOfString(text, at) : undefined;
    if (nameEnd === undefined) return undefined;
    const name: unknown = JSON.parse(text.slice(at, nameEnd));
    at = skipSpace(text, nameEnd);
    if (text[at] !== ":") return undefined;
    at = skipSpace(text, at + 1);
    const valueEnd = endOfValue(text, at);
    if (valueEnd === undefined) return undefined;
    members.set(String(name), text.slice(at, valueEnd));
    at = skipSpace(text, valueEnd);
    if (text[at] === "}") return members;
    if (text[at] !== ",") return undefined;
    at = skipSpace(text, at + 1);
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text.charAt(at))) at += 1;
  return at;
}

/** The index after a string that begins at `from`. */
function endOfString(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return undefined;
}

/** The index after a value that begins at `from`. */
function endOfValue(text: string, from: number): number | undefined {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"') {
      const end = endOfString(text, at);
      if (end === undefined || depth === 0) return end;
      at = end;
      continue;
    }
    if (depth === 0 && ",}] \t\r\n".includes(character)) return at === from ? undefined : at;
    if (character === "{" || character === "[") depth += 1;
    if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
    at += 1;
  }
  return undefined;
}
