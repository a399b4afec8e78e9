import { sql } from "drizzle-orm";
import { type Db, preparedSql } from "../../../db/client.ts";
import { productSearch, searchSynonyms, searchVocabulary } from "../../../db/schema/search.ts";
import { isMisspelt, isMisspeltBeginning } from "./misspelling.ts";
import { askingWords } from "./question-rules.ts";
import { type Alternative, quoted, type SearchWord } from "./search-word.ts";

/** Further words of a search are ignored. */
const wordsMax = 12;
/** Shorter words have no likeness to others, and are not in the vocabulary. */
const likenessLengthMin = 3;
/** Words of a synonym, at most. */
const synonymWordsMax = 3;
const correctionsMax = 3;
/** Words that are alike, most of which differ by more than a slip. */
const correctionsTried = 10;
/** Corrections that are this much less alike than the best are left out. */
const correctionTolerance = 0.05;
/** Likeness from which a beginning counts as misspelt. For whole words, the operator `%` has its own threshold. */
const beginningLikenessMin = 0.4;

type Token = {
  word: string;
  lexeme: string;
  /** The number of a size. */
  number: string | null;
  /** The word without the s of a plural, as names have it as a part of a compound. */
  singular: string;
  /** This word and the next as names have them side by side. */
  pair: string | null;
  isStopWord: boolean;
  isKnown: boolean;
  /** The lexeme of the word that this and the next are together. */
  compound: string | null;
  /** This and the next as one word, of letters and a number: ax3000. */
  joined: string | null;
  /** The pairs of signs of a word without spaces around it. */
  parts: string[];
};

type Correction = { word: string; lexeme: string };

type ReadWordsOptions = {
  /** Whether the last word may be the beginning of one though it is a word itself: it is still being typed. */
  isTyping?: boolean;
};

/**
 * The words of a keyword with what each may be found by: its stem, the beginning of words, corrected spellings, compounds
 * with its neighbours, synonyms. Words like `and` are left out if there are others. Empty without a letter or digit.
 */
export async function readWords(
  tx: Db,
  keyword: string,
  { isTyping = false }: ReadWordsOptions = {},
): Promise<SearchWord[]> {
  const tokens = await readTokens(tx, keyword);
  const hasOthers = tokens.some(({ isStopWord }) => !isStopWord);
  const typed: Typed[] = [];
  // One after the other, because they share a connection.
  for (const [place, token] of tokens.entries()) {
    const isCompound = token.compound !== null || typeof tokens[place - 1]?.compound === "string";
    const [isLast, isOnly] = [place === tokens.length - 1, tokens.length === 1];
    typed.push(await alternativesOf(tx, token, { isLast, isOnly, isCompound, isTyping }));
  }
  const synonyms = await readSynonyms(
    tx,
    typed.map(({ words }, place) => [...new Set([tokens[place]?.word ?? "", ...words])]),
  );
  return tokens.flatMap((token, place) => {
    if (token.isStopWord && hasOthers && !(isTyping && place === tokens.length - 1)) return [];
    const compounds = [token.compound, tokens[place - 1]?.compound ?? null];
    const all = [...compounds, token.joined, tokens[place - 1]?.joined ?? null];
    const joined = all.flatMap((lexeme): Alternative[] => (lexeme === null ? [] : [{ lexemes: [lexeme] }]));
    return {
      text: token.word,
      typed: [...(typed[place]?.alternatives ?? []), ...joined],
      synonyms: synonyms[place] ?? [],
      pair: token.pair ?? undefined,
      ...(askingWords.has(token.word) ? { isAsking: true } : {}),
    };
  });
}

/** Whether a text has a word that says something: not only words like `and`. */
export async function hasWordsToSearch(tx: Db, text: string): Promise<boolean> {
  const { rows } = await wordsToSearch(tx).execute({ text });
  return rows.length > 0;
}

const wordsToSearch = preparedSql(
  "words_to_search",
  sql`
    select from unnest(search_words(search_plain(${sql.placeholder("text")}::text))) as word
    where not search_is_stop_word(word) limit 1`,
);

async function readTokens(tx: Db, keyword: string): Promise<Token[]> {
  return (await searchTokens(tx).execute({ keyword })).rows;
}

const searchTokens = preparedSql<Token>(
  "search_tokens",
  sql`
    select word, lexeme, singular, number, "isStopWord", word || search_singular(next) as pair, parts,
      case when word ~ '^[a-z]{1,5}$' and next ~ '^\\d+[a-z]?$' or word ~ '^\\d+$' and next ~ '^[a-z]{1,5}$'
        then word || next end as joined,
      "isStopWord" or length(word) < ${likenessLengthMin} or word ~ '\\d' or parts <> '{}'
        or exists (select from ${searchVocabulary} v where v.lexeme in (typed.lexeme, typed.singular)) as "isKnown",
      (
        select v.lexeme from ${searchVocabulary} v
        where v.lexeme in (search_stem(word || next), word || search_singular(next))
          -- Stems lose ends: silverring must not be silver.
          and starts_with(v.word, word || left(next, 1))
        limit 1
      ) as compound
    from (
      select place, word, lead(word) over (order by place) as next, search_stem(word) as lexeme,
        search_singular(word) as singular, search_number(word) as number, search_is_stop_word(word) as "isStopWord", search_parts(word, 2) as parts
      from unnest(search_words(search_plain(${sql.placeholder("keyword")}::text))) with ordinality as split(word, place)
      where place <= ${wordsMax}
    ) typed order by place`,
);

type Situation = { isLast: boolean; isOnly: boolean; isCompound: boolean; isTyping: boolean };
/** `words`: those that the alternatives stand for, where they are not the typed one. */
type Typed = { alternatives: Alternative[]; words: string[] };

async function alternativesOf(
  tx: Db,
  token: Token,
  { isLast, isOnly, isCompound, isTyping }: Situation,
): Promise<Typed> {
  const { word, lexeme, singular, number, parts } = token;
  const exact: Alternative[] = [
    { lexemes: [lexeme] },
    ...(singular === lexeme ? [] : [{ lexemes: [singular] }]),
    ...(number === null ? [] : [{ lexemes: [number], isInNameOnly: true }]),
    ...(parts.length === 0 ? [] : [{ lexemes: parts }]),
  ];
  const beginning: Alternative = { lexemes: [word], isPrefix: true };
  if (isTyping && isLast) {
    const isKnown = word.length < likenessLengthMin || (await isBeginning(tx, word));
    if (isKnown || isCompound || token.isKnown) return { alternatives: [...exact, beginning], words: [] };
  } else if (token.isKnown || isCompound) {
    const isShort = isLast && !isCompound && word.length < likenessLengthMin && !/\d/.test(word);
    const canBegin = isShort && (isOnly || word.length > 1);
    return { alternatives: [...exact, ...(canBegin ? [{ ...beginning, isInNameOnly: true }] : [])], words: [] };
  }
  // Two words of a name, written as one.
  if (await isInNames(tx, singular)) return { alternatives: exact, words: [] };
  if (isLast && (await isBeginning(tx, word))) return { alternatives: [...exact, beginning], words: [] };
  const corrections = await correct(tx, word);
  return {
    alternatives: [...exact, ...corrections.map((correction) => ({ lexemes: [correction.lexeme] }))],
    words: corrections.map((correction) => correction.word),
  };
}

async function isInNames(tx: Db, lexeme: string): Promise<boolean> {
  const { rows } = await inNames(tx).execute({ query: quoted("N", lexeme) });
  return rows.length > 0;
}

const inNames = preparedSql(
  "search_in_names",
  sql`select from ${productSearch} where lexemes @@ ${sql.placeholder("query")}::tsquery limit 1`,
);

async function isBeginning(tx: Db, word: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${searchVocabulary} where word like ${`${word.replace(/[\\%_]/g, "\\$&")}%`} limit 1`);
  return rows.length > 0;
}

/** The words of the catalog that are most like a misspelt one, or begin with what is like it. */
async function correct(tx: Db, word: string): Promise<Correction[]> {
  const { rows } = await tx.execute<Correction & { likeness: number }>(sql`
    select word, lexeme, similarity(word, ${word}) as likeness from ${searchVocabulary} where word % ${word}
    order by likeness desc, word limit ${correctionsTried}`);
  const whole = rows.filter((row) => isMisspelt(word, row.word));
  const alike = whole.length > 0 ? whole : await correctBeginning(tx, word);
  const best = alike[0]?.likeness ?? 0;
  return alike.filter(({ likeness }) => likeness >= best - correctionTolerance).slice(0, correctionsMax);
}

async function correctBeginning(tx: Db, word: string) {
  const beginning = sql`left(word, ${word.length + 1}::int)`;
  const { rows } = await tx.execute<Correction & { likeness: number }>(sql`
    select word, lexeme, similarity(${beginning}, ${word}) as likeness from ${searchVocabulary}
    where word like ${`${word.slice(0, 1).replace(/[\\%_]/g, "\\$&")}%`} and similarity(${beginning}, ${word}) >= ${beginningLikenessMin}
    order by likeness desc, word limit ${correctionsMax}`);
  return rows.filter((row) => isMisspeltBeginning(word, row.word));
}

/** The synonyms of each word, and of each phrase at all of its words. A place can have several words that it may mean. */
async function readSynonyms(tx: Db, places: string[][]): Promise<Alternative[][]> {
  const found: Alternative[][] = places.map(() => []);
  const spans = spansOf(places);
  if (spans.length === 0) return found;
  const { rows } = await synonymsOf(tx).execute({
    phrases: spans.map(({ phrase }) => phrase),
    areWords: spans.map(({ from, to }) => to === from + 1),
  });
  for (const { span, lexemes } of rows) {
    const { from, to } = spans[span - 1] ?? { from: 0, to: 0 };
    if (lexemes.length > 0) for (let place = from; place < to; place += 1) found[place]?.push({ lexemes });
  }
  return found;
}

/** The keys of what is typed are materialized, or they would be computed again for each row of synonyms. */
const synonymsOf = preparedSql<{ span: number; lexemes: string[] }>(
  "search_synonyms",
  sql`
    with typed as materialized (
      select span, case when "isWord" then search_keys(array[phrase]) else array[search_singular(phrase)] end as keys
      from unnest(${sql.placeholder("phrases")}::text[], ${sql.placeholder("areWords")}::boolean[])
        with ordinality as typed(phrase, "isWord", span)
    )
    select span::int, array(select search_stem(word) from unnest(search_words(search_plain(meant))) as word) as lexemes
    from typed
    join ${searchSynonyms} s on s.keys && typed.keys
    cross join lateral unnest(s.words || s.finds) with ordinality as meaning(meant, rank)
    order by span, s.id, rank`,
);

/** All phrases of up to `synonymWordsMax` words, each written as one word. */
function spansOf(places: string[][]) {
  return places.flatMap((words, from) => {
    const spans = words.map((phrase) => ({ phrase, from, to: from + 1 }));
    let phrase = words[0] ?? "";
    for (let to = from + 2; to <= Math.min(from + synonymWordsMax, places.length); to += 1) {
      phrase += places[to - 1]?.[0] ?? "";
      spans.push({ phrase, from, to });
    }
    return spans;
  });
}
