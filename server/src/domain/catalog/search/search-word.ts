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
  /** Whether it asks for something without saying what. */
  isAsking?: boolean;
};

/** Letters before lexemes that say where a product has them; none means anywhere. */
export type Field = "N" | "C" | "B" | "A" | "H" | "F" | "S" | "";

/** Where what is said of a product has weight: name, category, brand and facts. */
export const named: readonly Field[] = ["N", "C", "B", "A"];
/** Its facts are no part of the description. */
export const anywhere: readonly Field[] = ["", "A"];
/** What its name names, and its category: what kind of thing it is. */
export const kind: readonly Field[] = ["H", "C"];

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

/** Words that are tried together. `fields`: where products must have them. */
export type Selection = { places: readonly number[]; fields: readonly Field[] };

/** What words weigh that are said of a product in its description alone. */
const describedShare = 0.7;

/**
 * The selections of words to try when no product has all of them: those that weigh most first, each rather where it has
 * weight than anywhere, and each word alone in the end. Words that weigh nothing are in none.
 */
export function selectionsOf(weights: readonly number[], max: number): Selection[] {
  const present = [...weights.keys()].filter((place) => (weights[place] ?? 0) > 0);
  const sets = Array.from({ length: 2 ** present.length - 1 }, (_, n) =>
    present.filter((_, bit) => ((n + 1) >> bit) & 1),
  );
  const weighed = sets.flatMap((places) => {
    const weight = places.reduce((sum, place) => sum + (weights[place] ?? 0), 0);
    return [
      { places, fields: named, weight },
      { places, fields: anywhere, weight: weight * describedShare },
    ];
  });
  const sorted = weighed.sort((a, b) => b.weight - a.weight);
  return [...sorted.slice(0, max), ...sorted.slice(max).filter(({ places }) => places.length === 1)];
}
