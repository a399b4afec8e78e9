import type { ReadPart } from "@shop/shared/catalog/read-part";
import { type MoneyFormat, shopMoney } from "@shop/shared/currency";
import {
  aroundShare,
  bareRangeMin,
  colorNames,
  currencyNicknames,
  numberWords,
  otherCurrencyWords,
  phraseRules,
  pricePhrases,
  rangeMiddles,
  rangeStarts,
  sizeNames,
  sizeStarts,
  starWords,
  unitWords,
  upwards,
} from "./question-rules.ts";

/** A read part. Several options can have the size that was asked for. */
export type QuestionPart = ReadPart & { others: readonly string[] };

/** What a question asks for, and the words that are left to be searched. */
export type Question = { parts: QuestionPart[]; rest: string };

/** A value that products of the shop have, of an option or a fact that tells their size or color. */
export type AskedValue = { name: string; label: string };

type Reading = {
  /** The values of sizes and colors that the shop has. */
  values: readonly AskedValue[];
  /** What is searched as it was typed. */
  asTyped: readonly string[];
};

type Token = { text: string; word: string; start: number; end: number };
type Found = { length: number; part: Omit<QuestionPart, "typed"> };

/** Whether a fact or an option of this name tells a size or a color. */
export function isAsked(name: string): boolean {
  return colorNames.test(name) || sizeNames.test(name);
}

/** Reads what a keyword says of price, size, color, rating, stock and order. Amounts are those of the shop's currency. */
export function readQuestion(keyword: string, { values, asTyped }: Reading): Question {
  const tokens = tokensOf(keyword);
  const asWords = placesAsTyped(tokens, asTyped);
  const parts: QuestionPart[] = [];
  const left: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = asWords.has(at) ? undefined : readAt(tokens, at, values);
    const last = tokens[at + (found?.length ?? 1) - 1];
    const first = tokens[at];
    if (first === undefined || last === undefined) break;
    const typed = keyword.slice(first.start, last.end);
    const isTyped = Array.from({ length: found?.length ?? 0 }, (_, n) => at + n).some((place) => asWords.has(place));
    if (found === undefined || isTyped) {
      left.push(first.text);
      at += 1;
    } else {
      parts.push({ typed, ...found.part });
      at += found.length;
    }
  }
  return parts.length === 0 ? { parts, rest: keyword } : { parts, rest: left.join(" ") };
}

/** The words with their places; a comma between digits belongs to a number. */
function tokensOf(text: string): Token[] {
  return [...text.matchAll(/(?:[^\s,;]|(?<=\d),(?=\d))+,?/gu)].map((match) => {
    const word = match[0].toLowerCase().replace(/(?<=.)[,!?:]+$/u, "");
    return { text: match[0], word, start: match.index, end: match.index + match[0].replace(/,$/, "").length };
  });
}

/** The places of the tokens that are to be searched as typed. */
function placesAsTyped(tokens: readonly Token[], asTyped: readonly string[]): Set<number> {
  const asWords = new Set<number>();
  for (const phrase of asTyped) {
    const words = tokensOf(phrase).map(({ word }) => word);
    for (const at of tokens.keys()) {
      if (words.length > 0 && words.every((word, n) => tokens[at + n]?.word === word))
        for (const n of words.keys()) asWords.add(at + n);
    }
  }
  return asWords;
}

function readAt(tokens: readonly Token[], at: number, values: readonly AskedValue[]): Found | undefined {
  return (
    readPrice(tokens, at) ??
    readStars(tokens, at) ??
    readSize(tokens, at, values) ??
    readColor(tokens, at, values) ??
    readPhrase(tokens, at)
  );
}

const wordAt = (tokens: readonly Token[], at: number) => tokens[at]?.word ?? "";

/** How many tokens the longest phrase has that stands at a place; 0 for none. */
function phraseAt(tokens: readonly Token[], at: number, phrases: readonly string[]): number {
  const lengths = phrases.map((phrase) => {
    const words = phrase.split(" ");
    return words.every((word, n) => wordAt(tokens, at + n) === word) ? words.length : 0;
  });
  return Math.max(0, ...lengths);
}

function readPhrase(tokens: readonly Token[], at: number): Found | undefined {
  const best = phraseRules
    .map(({ kind, value, phrases }) => ({ kind, value, length: phraseAt(tokens, at, phrases) }))
    .reduce((longest, each) => (each.length > longest.length ? each : longest));
  return best.length === 0
    ? undefined
    : { length: best.length, part: { kind: best.kind, value: best.value, others: [] } };
}

type Amount = { amount: number; hasCurrency: boolean; length: number };

/** An amount of the shop's currency at a place; none where a unit or another currency follows the number. */
function amountAt(tokens: readonly Token[], at: number): Amount | undefined {
  const signs = signsOf(shopMoney());
  const word = wordAt(tokens, at);
  const sign = signs.find((each) => word.startsWith(each) || word.endsWith(each));
  // A sign of its own: "$ 50".
  if (sign !== undefined && word === sign) {
    const next = amountAt(tokens, at + 1);
    return next && { ...next, hasCurrency: true, length: next.length + 1 };
  }
  const digits = sign === undefined ? word : word.replace(sign, "");
  const amount = parseAmount(digits, shopMoney());
  if (amount === undefined) return undefined;
  const next = wordAt(tokens, at + 1);
  if (currencyWords(shopMoney().currency).has(next) || (sign === undefined && signs.includes(next)))
    return { amount, hasCurrency: true, length: 2 };
  if (sign !== undefined) return { amount, hasCurrency: true, length: 1 };
  if (unitWords.has(next) || otherCurrencyWords.has(next) || /^\p{Sc}$/u.test(next)) return undefined;
  return { amount, hasCurrency: false, length: 1 };
}

/** A number as people write an amount: `1,299.50` and, where a comma is the decimal mark, `1.299,50`. */
function parseAmount(text: string, { decimalMark, decimals }: MoneyFormat): number | undefined {
  const parts = /^(\d{1,3}(?:[.,'’ ]\d{3})*|\d{1,8})(?:([.,])(\d{1,3}))?$/.exec(text);
  if (parts === null) return undefined;
  const [, whole = "", mark, fraction = ""] = parts;
  const isDecimal = mark === undefined || fraction.length < 3 || (mark === decimalMark && decimals === 3);
  const digits = whole.replace(/\D/g, "") + (isDecimal ? "" : fraction);
  const amount = Number(isDecimal && fraction !== "" ? `${digits}.${fraction}` : digits);
  return Number(amount.toFixed(decimals));
}

function signsOf({ before, after }: MoneyFormat): string[] {
  return [before, after].map((sign) => sign.trim().toLowerCase()).filter((sign) => sign !== "");
}

const wordsOfCurrency = new Map<string, ReadonlySet<string>>();

/** What an amount of a currency is called: its code, its names and what people say. */
function currencyWords(currency: string): ReadonlySet<string> {
  const known = wordsOfCurrency.get(currency);
  if (known !== undefined) return known;
  const names = [1, 2].map((amount) => {
    const parts = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "name" }).formatToParts(
      amount,
    );
    return (
      parts
        .find(({ type }) => type === "currency")
        ?.value.split(" ")
        .at(-1)
        ?.toLowerCase() ?? ""
    );
  });
  const words = new Set([currency.toLowerCase(), ...names, ...(currencyNicknames[currency] ?? [])]);
  wordsOfCurrency.set(currency, words);
  return words;
}

function readPrice(tokens: readonly Token[], at: number): Found | undefined {
  return readRange(tokens, at) ?? readLimit(tokens, at) ?? readJoinedRange(tokens, at);
}

const priceFound = (length: number, value: string): Found => ({ length, part: { kind: "price", value, others: [] } });

/** `from 20 to 40`, `between $20 and $40`, `20 to 40 dollars`. */
function readRange(tokens: readonly Token[], at: number): Found | undefined {
  const lead = phraseAt(tokens, at, rangeStarts);
  const low = amountAt(tokens, at + lead);
  if (low === undefined) return undefined;
  const middle = phraseAt(tokens, at + lead + low.length, rangeMiddles);
  const high = middle === 0 ? undefined : amountAt(tokens, at + lead + low.length + middle);
  if (high === undefined || high.amount < low.amount) return undefined;
  const isNamed = lead > 0 || low.hasCurrency || high.hasCurrency;
  const isAfterSize = phraseAt(tokens, at - 1, ["size", "sizes", "waist"]) > 0;
  if (!isNamed && (low.amount < bareRangeMin || isAfterSize || wordAt(tokens, at + 1) === "and")) return undefined;
  return priceFound(lead + low.length + middle + high.length, `${low.amount}-${high.amount}`);
}

/** `$20-40` and `20-40 dollars`, written as one word. */
function readJoinedRange(tokens: readonly Token[], at: number): Found | undefined {
  const word = wordAt(tokens, at);
  const halves = word.split(/[-–]/u);
  if (halves.length !== 2) return undefined;
  const spread = halves.map((half) => ({ text: half, word: half, start: 0, end: 0 }));
  const low = amountAt(spread.slice(0, 1), 0);
  const high = amountAt([...spread.slice(1), ...tokens.slice(at + 1, at + 2)], 0);
  if (low === undefined || high === undefined || high.amount < low.amount) return undefined;
  if (!low.hasCurrency && !high.hasCurrency) return undefined;
  return priceFound(high.length, `${low.amount}-${high.amount}`);
}

/** `under 50`, `over $100`, `around 50`. */
function readLimit(tokens: readonly Token[], at: number): Found | undefined {
  const lengths = {
    upTo: phraseAt(tokens, at, pricePhrases.upTo),
    from: phraseAt(tokens, at, pricePhrases.from),
    around: phraseAt(tokens, at, pricePhrases.around),
  };
  const length = Math.max(lengths.upTo, lengths.from, lengths.around);
  const amount = length === 0 ? undefined : amountAt(tokens, at + length);
  if (amount === undefined) return undefined;
  const whole = length + amount.length;
  if (lengths.upTo === length) return priceFound(whole, `-${amount.amount}`);
  if (lengths.from === length) return priceFound(whole, `${amount.amount}-`);
  const spread = Math.round(amount.amount * aroundShare);
  return priceFound(whole, `${Math.max(0, Math.floor(amount.amount) - spread)}-${Math.ceil(amount.amount) + spread}`);
}

/** `four stars`, `4+ stars`, `4 stars and up`, `4-star`. */
function readStars(tokens: readonly Token[], at: number): Found | undefined {
  const lead = phraseAt(tokens, at, ["at least", "with at least"]);
  const joined = /^(.+)-(stars?)$/.exec(wordAt(tokens, at + lead));
  const number = (joined?.[1] ?? wordAt(tokens, at + lead)).replace(/\+$/, "");
  const isStars = joined !== null || starWords.has(wordAt(tokens, at + lead + 1));
  const stars = numberWords.get(number) ?? (/^[1-5](?:[.,]\d)?$/.test(number) ? Number(number.replace(",", ".")) : 0);
  if (!isStars || stars < 1) return undefined;
  const length = lead + (joined === null ? 2 : 1);
  const value = String(Math.min(4, Math.floor(stars)));
  return { length: length + phraseAt(tokens, at + length, upwards), part: { kind: "rating", value, others: [] } };
}

/** `size 10`, `in M`, `waist 34`, `XL`: a value that options of the shop have. */
function readSize(tokens: readonly Token[], at: number, values: readonly AskedValue[]): Found | undefined {
  const sizes = values.filter(({ name }) => sizeNames.test(name));
  if (sizes.length === 0) return undefined;
  for (const { name } of sizes) {
    // By its own name, or by the last word of it: "US size 10", "waist 34".
    const words = name.toLowerCase();
    const lead = phraseAt(tokens, at, [words]);
    const found =
      lead === 0 || words === "size"
        ? []
        : withLabel(
            sizes.filter((size) => size.name === name),
            wordAt(tokens, at + lead),
          );
    if (found.length > 0) return sizeFound(lead + 1, found);
  }
  const lead = phraseAt(tokens, at, sizeStarts);
  const isSize = lead > 0 && wordAt(tokens, at + lead - 1) === "size";
  const token = tokens[at + lead];
  if (token === undefined) return undefined;
  const found = withLabel(sizes, token.word);
  // A number alone is no size, and a single letter is one in capitals, or after "in".
  const isLetters = /^\p{L}+$/u.test(token.word);
  const isPlain = isLetters && (token.word.length > 1 || lead > 0 || token.text === token.text.toUpperCase());
  return found.length > 0 && (isSize || (isPlain && isLetterSize(token.word))) ? sizeFound(lead + 1, found) : undefined;
}

const isLetterSize = (word: string) => /^(?:\d?x{0,4}[sml]|small|medium|large)$/.test(word);

const sizeFound = (length: number, [first, ...others]: readonly AskedValue[]): Found => ({
  length,
  part: { kind: "attribute", value: choiceOf(first), others: others.map(choiceOf) },
});

const choiceOf = (value: AskedValue | undefined) => (value === undefined ? "" : `${value.name}:${value.label}`);

/** The values that are written so, with their unit or without it. */
function withLabel(values: readonly AskedValue[], word: string): AskedValue[] {
  return values.filter(({ label }) => {
    const written = label.toLowerCase();
    return word !== "" && (written === word || (written.startsWith(`${word} `) && /^\d/.test(word)));
  });
}

const spelled = (word: string) => word.toLowerCase().replaceAll("grey", "gray");

/** A color of the shop, of one or more words. */
function readColor(tokens: readonly Token[], at: number, values: readonly AskedValue[]): Found | undefined {
  const colors = values.filter(({ name }) => colorNames.test(name));
  const fits = colors.flatMap((color) => {
    const words = spelled(color.label).split(" ");
    return words.every((word, n) => spelled(wordAt(tokens, at + n)) === word) ? [{ color, length: words.length }] : [];
  });
  const length = Math.max(0, ...fits.map((fit) => fit.length));
  const found = fits.filter((fit) => fit.length === length).map(({ color }) => color);
  return length === 0 ? undefined : sizeFound(length, found);
}
