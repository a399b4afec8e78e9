import { type SQL, sql } from "drizzle-orm";
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

/** What the catalog knows of the words of a keyword as they are typed. */
export type TypedWords = {
  tokens: Token[];
  /** What means the same as a phrase from one place to another, these included. */
  synonyms: { first: number; last: number; lexemes: string[] }[];
};

/**
 * The words of a keyword with what each may be found by: its stem, the beginning of words, corrected spellings, compounds
 * with its neighbours, synonyms. Words like `and` are left out if there are others. Empty without a letter or digit.
 */
export async function readWords(tx: Db, keyword: string, options: ReadWordsOptions = {}): Promise<SearchWord[]> {
  return toSearchWords(tx, await readTypedWords(tx, keyword), options);
}

/** The same for words that were read before. */
export async function toSearchWords(
  tx: Db,
  { tokens, synonyms }: TypedWords,
  { isTyping = false }: ReadWordsOptions = {},
): Promise<SearchWord[]> {
  const hasOthers = tokens.some(({ isStopWord }) => !isStopWord);
  const typed: Typed[] = [];
  // One after the other, because they share a connection.
  for (const [place, token] of tokens.entries()) {
    const isCompound = token.compound !== null || typeof tokens[place - 1]?.compound === "string";
    const [isLast, isOnly] = [place === tokens.length - 1, tokens.length === 1];
    typed.push(await alternativesOf(tx, token, { isLast, isOnly, isCompound, isTyping }));
  }
  const corrected = typed.flatMap(({ words }, place) => words.map((word) => ({ word, place })));
  const meanings = [...synonyms, ...(await readSynonymsOf(tx, corrected))];
  return tokens.flatMap((token, place) => {
    if (token.isStopWord && hasOthers && !(isTyping && place === tokens.length - 1)) return [];
    const compounds = [token.compound, tokens[place - 1]?.compound ?? null];
    const all = [...compounds, token.joined, tokens[place - 1]?.joined ?? null];
    const joined = all.flatMap((lexeme): Alternative[] => (lexeme === null ? [] : [{ lexemes: [lexeme] }]));
    return {
      text: token.word,
      typed: [...(typed[place]?.alternatives ?? []), ...joined],
      synonyms: meanings.flatMap(({ first, last, lexemes }) =>
        first <= place && place <= last && lexemes.length > 0 ? [{ lexemes }] : [],
      ),
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

/** All that one statement can say of a keyword, for `toSearchWords`. */
export async function readTypedWords(tx: Db, keyword: string): Promise<TypedWords> {
  const { rows } = await typedWords(tx).execute({ keyword });
  return rows[0] ?? { tokens: [], synonyms: [] };
}

/** A number as a part of the statement: as a parameter it would count only in plans for single executions. */
const constant = (number: number) => sql.raw(String(number));

/** Lexemes of what means the same as rows with `keys`, for a row of `search_synonyms` each. */
const meaningsOf = (rows: SQL, columns: SQL) => sql`
  select ${columns}, array(select search_stem(word) from unnest(search_words(search_plain(meant))) as word) as lexemes
  from ${rows} as asked
  join ${searchSynonyms} s on s.keys && asked.keys
  cross join lateral unnest(s.words || s.finds) with ordinality as meaning(meant, rank)
  order by ${columns}, s.id, rank`;

/**
 * The keyword is split in a subquery of its own: PostgreSQL would otherwise count its words when it plans, and plan anew each
 * time. What is looked up in the vocabulary is computed before, which the index then finds.
 */
const typedWords = preparedSql<TypedWords>(
  "search_typed_words",
  sql`
    with words as materialized (
      select place::int - 1 as place, word, lead(word) over (order by place) as next, search_stem(word) as lexeme,
        search_singular(word) as singular
      from unnest((select search_words(search_plain(${sql.placeholder("keyword")}::text)))) with ordinality as split(word, place)
      where place <= ${constant(wordsMax)}
    ), spans as materialized (
      select place as first, place as last, array[lexeme, singular] as keys from words
      union all
      select w.place, w.place + more, array[search_singular((
        select string_agg(word, '' order by place) from words phrase where place between w.place and w.place + more
      ))] from words w, generate_series(1, ${constant(synonymWordsMax - 1)}) as more
      where w.place + more <= (select max(place) from words)
    ), tokens as (
      select word, lexeme, singular, place, search_number(word) as number, search_is_stop_word(word) as "isStopWord",
        word || search_singular(next) as pair, search_parts(word, 2) as parts,
        case when word ~ '^[a-z]{1,5}$' and next ~ '^\\d+[a-z]?$' or word ~ '^\\d+$' and next ~ '^[a-z]{1,5}$'
          then word || next end as joined,
        search_is_stop_word(word) or length(word) < ${constant(likenessLengthMin)} or word ~ '\\d' or search_parts(word, 2) <> '{}'
          or exists (select from ${searchVocabulary} v where v.lexeme = any(array[words.lexeme, singular])) as "isKnown",
        (
          select v.lexeme from ${searchVocabulary} v
          where v.lexeme = any(compounds)
            -- Stems lose ends: silverring must not be silver.
            and starts_with(v.word, word || left(next, 1))
          limit 1
        ) as compound
      from (select *, array[search_stem(word || next), word || search_singular(next)] as compounds from words offset 0) words
    )
    select (
      select coalesce(json_agg(tokens order by place), '[]') from tokens
    ) as tokens, (
      select coalesce(json_agg(meaning), '[]') from (${meaningsOf(sql`spans`, sql`first, last`)}) meaning
    ) as synonyms`,
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
  const { rows } = await beginnings(tx).execute({ word });
  return rows.length > 0;
}

/** The first word from there on in the order of bytes: an index finds it without a pattern that is known to the plan. */
const beginnings = preparedSql(
  "search_beginnings",
  sql`
    select from (
      select word from ${searchVocabulary} where word ~>=~ ${sql.placeholder("word")}::text order by word using ~<~ limit 1
    ) as following where starts_with(word, ${sql.placeholder("word")}::text)`,
);

/** The words of the catalog that are most like a misspelt one, or begin with what is like it. */
async function correct(tx: Db, word: string): Promise<Correction[]> {
  const { rows } = await likeWords(tx).execute({ word });
  const whole = rows.filter((row) => isMisspelt(word, row.word));
  const alike = whole.length > 0 ? whole : await correctBeginning(tx, word);
  const best = alike[0]?.likeness ?? 0;
  return alike.filter(({ likeness }) => likeness >= best - correctionTolerance).slice(0, correctionsMax);
}

async function correctBeginning(tx: Db, word: string) {
  const [first = ""] = word;
  const { rows } = await likeBeginnings(tx).execute({ word, first, end: first + lastCharacter });
  return rows.filter((row) => isMisspeltBeginning(word, row.word));
}

/** In the order of bytes it comes after all that a word has. */
const lastCharacter = "\u{10ffff}";

const likeWords = preparedSql<Correction & { likeness: number }>(
  "search_like_words",
  sql`
    select word, lexeme, similarity(word, ${sql.placeholder("word")}) as likeness from ${searchVocabulary}
    where word % ${sql.placeholder("word")} order by likeness desc, word limit ${constant(correctionsTried)}`,
);

const likeBeginnings = preparedSql<Correction & { likeness: number }>(
  "search_like_beginnings",
  sql`
    select * from (
      select word, lexeme, similarity(left(word, length(typed) + 1), typed) as likeness
      from ${searchVocabulary}, (select ${sql.placeholder("word")}::text as typed) as search
      where word ~>=~ ${sql.placeholder("first")}::text and word ~<~ ${sql.placeholder("end")}::text
    ) as beginning where likeness >= ${constant(beginningLikenessMin)}
    order by likeness desc, word limit ${constant(correctionsMax)}`,
);

/** The synonyms of corrected words, each at the place of what was typed. */
async function readSynonymsOf(
  tx: Db,
  corrected: readonly { word: string; place: number }[],
): Promise<TypedWords["synonyms"]> {
  if (corrected.length === 0) return [];
  const { rows } = await synonymsOf(tx).execute({ words: corrected.map(({ word }) => word) });
  return rows.map(({ number, lexemes }) => {
    const place = corrected[number - 1]?.place ?? 0;
    return { first: place, last: place, lexemes };
  });
}

/** The keys of the words are materialized, or they would be computed again for each row of synonyms. */
const synonymsOf = preparedSql<{ number: number; lexemes: string[] }>(
  "search_synonyms",
  sql`
    with corrected as materialized (
      select number::int, search_keys(array[word]) as keys
      from unnest((select ${sql.placeholder("words")}::text[])) with ordinality as corrected(word, number)
    ) ${meaningsOf(sql`corrected`, sql`number`)}`,
);
