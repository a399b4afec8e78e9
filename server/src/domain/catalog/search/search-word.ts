import { normalized } from "@shop/shared/normalized";
/** Lexemes that stand for a word of a search if a product has all of them. */
export type Alternative = {
  lexemes: readonly string[];
  /** Whether lexemes that begin so are meant as well. */
  isPrefix?: boolean;
  /** Whether only a product's name counts. */
  isInNameOnly?: boolean;
};

/** A word of a search with what it may be found by. */
export type SearchWord = {
  text: string;
  /** The word as typed, completed or corrected. */
  typed: readonly Alternative[];
  /** What means the same. */
  synonyms: readonly Alternative[];
  /** This word and the next as one lexeme, as names have them. */
  pair: string | undefined;
};

/** Letters before lexemes that say where a product has them; none means anywhere. */
export type Field = "N" | "C" | "B" | "H" | "F" | "S" | "";

/** A condition for products in PostgreSQL's text search syntax: they have all the words, each in one of the fields. */
export function hasAll(words: readonly SearchWord[], fields: readonly Field[], isTypedOnly = false): string {
  return words.map((word) => has(word, fields, isTypedOnly)).join(" & ");
}

/** Products have one of the words at least in one of the fields. */
export function hasAny(words: readonly SearchWord[], fields: readonly Field[]): string {
  return `(${words.map((word) => has(word, fields)).join(" | ")})`;
}

/** Products have the word in one of the fields. */
export function has({ typed, synonyms }: SearchWord, fields: readonly Field[], isTypedOnly = false): string {
  const alternatives = isTypedOnly ? typed : [...typed, ...synonyms];
  return `(${alternatives.map((alternative) => hasAlternative(alternative, fields)).join(" | ")})`;
}

/** Products have the words side by side in their name; a single word is what their name names. */
export function hasPhrase(words: readonly SearchWord[]): string {
  const [first] = words;
  if (first === undefined || words.length === 1) return hasAll(words, ["H"], true);
  const pairs = words.slice(0, -1).map(({ pair }) => quoted("N", pair ?? ""));
  return [...pairs, hasAll(words, ["N"], true)].join(" & ");
}

/** Products have this keyword as their SKU, GTIN or manufacturer's number, however its spaces and signs are typed. */
export function hasCode(keyword: string): string {
  const plain = normalized(keyword, "NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return quoted("S", plain.replace(/[^\p{L}\p{N}]/gu, ""));
}

function hasAlternative({ lexemes, isPrefix = false, isInNameOnly = false }: Alternative, fields: readonly Field[]) {
  const places: readonly Field[] = isInNameOnly ? ["N"] : fields;
  const each = lexemes.map((lexeme) => `(${places.map((field) => quoted(field, lexeme, isPrefix)).join(" | ")})`);
  return `(${each.join(" & ")})`;
}

/** A lexeme of a field in the syntax of text search; with `isPrefix`, whatever begins so. */
export function quoted(field: Field, lexeme: string, isPrefix = false): string {
  return `'${field}${lexeme.replace(/['\\]/g, "$&$&")}'${isPrefix ? ":*" : ""}`;
}

/**
 * The selections of words to try when no product has all of them: as many as possible, rather the later ones, because
 * the last word of a phrase says what the thing is. At most `perSizeMax` of each size.
 */
export function* selections<Item>(items: readonly Item[], perSizeMax: number): Generator<readonly Item[]> {
  for (let size = items.length - 1; size > 0; size -= 1) {
    let taken = 0;
    for (const chosen of combinations(items, size)) {
      if (taken === perSizeMax) break;
      taken += 1;
      yield chosen;
    }
  }
}

/** All combinations of a size in the order of the items, those with later items first. */
function* combinations<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let place = items.length - 1; place >= size - 1; place -= 1) {
    for (const before of combinations(items.slice(0, place), size - 1))
      yield [...before, ...items.slice(place, place + 1)];
  }
}
