/** A condition in OpenSearch's language. */
export type Condition = Record<string, unknown>;

const lexemes = "variants.lexemes";

/** All of some conditions. */
export function every(conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  if (only !== undefined && conditions.length === 1) return only;
  return conditions.length === 0 ? { match_all: {} } : { bool: { filter: conditions } };
}

/** Any of some conditions. */
export function some(conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  if (only !== undefined && conditions.length === 1) return only;
  return conditions.length === 0 ? { match_none: {} } : { bool: { should: conditions, minimum_should_match: 1 } };
}

export const not = (condition: Condition): Condition => ({ bool: { must_not: [condition] } });

/**
 * A condition in PostgreSQL's text search syntax, as the shop's searches write it: quoted lexemes, some of them beginnings,
 * with `&`, `|`, `!` and brackets. Throws for anything else, which would be a mistake of the shop.
 */
export function toCondition(text: string): Condition {
  const tokens = text.match(/'(?:[^'\\]|''|\\\\)*'(?::\*)?|[&|!()]/g) ?? [];
  if (tokens.join("").replace(/\s/g, "") !== text.replace(/\s/g, "")) throw new Error("A search has an unknown form");
  const reader = new Reader(tokens);
  const condition = reader.readAny();
  if (!reader.isAtEnd) throw new Error("A search has an unknown form");
  return condition;
}

/** Reads conditions by the precedence of their signs: `!`, then `&`, then `|`. */
class Reader {
  readonly #tokens: readonly string[];
  #place = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#place === this.#tokens.length;
  }

  readAny(): Condition {
    const parts = [this.#readAll()];
    while (this.#takes("|")) parts.push(this.#readAll());
    return some(withTermsTogether(parts));
  }

  #readAll(): Condition {
    const parts = [this.#readOne()];
    while (this.#takes("&")) parts.push(this.#readOne());
    return every(parts);
  }

  #readOne(): Condition {
    if (this.#takes("!")) return not(this.#readOne());
    if (this.#takes("(")) {
      const inner = this.readAny();
      if (!this.#takes(")")) throw new Error("A search has an unknown form");
      return inner;
    }
    const token = this.#tokens[this.#place];
    if (token?.startsWith("'") !== true) throw new Error("A search has an unknown form");
    this.#place += 1;
    const isPrefix = token.endsWith(":*");
    const lexeme = token.slice(1, isPrefix ? -3 : -1).replace(/''|\\\\/g, (doubled) => doubled.charAt(0));
    return isPrefix ? { prefix: { [lexemes]: lexeme } } : { terms: { [lexemes]: [lexeme] } };
  }

  #takes(sign: string): boolean {
    if (this.#tokens[this.#place] !== sign) return false;
    this.#place += 1;
    return true;
  }
}

/** Whole lexemes as one list, of which an index may have far more than of conditions. */
function withTermsTogether(parts: readonly Condition[]): Condition[] {
  const words: string[] = [];
  const others: Condition[] = [];
  for (const part of parts) {
    const listed = termsOf(part);
    if (listed === undefined) others.push(part);
    else words.push(...listed);
  }
  return words.length === 0 ? others : [{ terms: { [lexemes]: [...new Set(words)] } }, ...others];
}

function termsOf({ terms }: Condition): string[] | undefined {
  const listed: unknown = Reflect.get(Object(terms), lexemes);
  return Array.isArray(listed) ? listed.map(String) : undefined;
}
