import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { leastOf, processorMs, referenceMs } from "./processor-time.ts";

/** Something that reads untrusted text. */
export type ForeignParser = {
  name: string;
  /** The longest text that it gets, in characters. */
  limit: number;
  /** What makes up the texts; all of `anyUnits` by default. */
  units?: readonly string[];
  /** Refusals are answers, so it may throw. */
  read: (text: string) => unknown;
  /** Several that it reads a text with, to tell which one is slow. */
  parts?: readonly ForeignParser[];
};

const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".split("");

/** Every special character of ASCII, controls, and some of Unicode: wide, combining, lone, invisible and folding ones. */
const anyUnits: readonly string[] = [
  ...punctuation,
  ...["a", "A", "1", "0", " ", "\n", "\r", "\t", "\u0000", "\u001b"],
  ...[
    "\u00a0",
    "\u200b",
    "\u2028",
    "\u202e",
    "\ufeff",
    "é",
    "\u0301",
    "\u0301\u0316",
    "ß",
    "İ",
    "漢",
    "🛒",
    "\ud800",
    "\udfff",
  ],
];

/** What may stand in a request's line: what is visible in ASCII, and encoded characters, whole and broken. */
export const addressUnits: readonly string[] = [
  ...punctuation.filter((character) => character !== "#"),
  ...["a", "A", "1", "%2F", "%25", "%20", "%00", "%0A", "%C3%A9", "%zz", "%ff", "%E0%A4", "%F0%9F%9B%92", "../", "&a="],
];

/** What may stand in a header. */
export const headerUnits: readonly string[] = [...punctuation, "a", "A", "1", " ", "\t", "q=", ";q=0.", "gzip", "é"];

/** What patterns fail at, after they have read everything before it. */
const anyEnds = ["", "x", "!"];

/** One unit, or two, over and over, with each end. */
type Hostile = { unit: string; end: string };

/** How many texts are tried: so many pairs, drawn at random, the same ones each time; and units with these ends. */
export type Breadth = { pairs: number; ends?: readonly string[] };

function hostileTexts(units: readonly string[], { pairs, ends = anyEnds }: Breadth): Hostile[] {
  const all = units.flatMap((first) => units.flatMap((second) => (first === second ? [] : [first + second])));
  const [some = []] = fc.sample(fc.shuffledSubarray(all, { minLength: Math.min(pairs, all.length) }), {
    seed: 1,
    numRuns: 1,
  });
  return [...units, ...some.slice(0, pairs)].flatMap((unit) => ends.map((end) => ({ unit, end })));
}

function repeat({ unit, end }: Hostile, length: number): string {
  return unit.repeat(Math.max(1, Math.floor((length - end.length) / unit.length))) + end;
}

/** How many times the reference a text of the greatest length may cost, and how many for each 10,000 characters more. */
const budget = { least: 8, perTenThousand: 4 };
/** Doubling a text doubles the time of a linear parser, and quadruples that of a quadratic one. */
const growthMax = 3;
/** Milliseconds before each try: other work of the process, which spoils a measurement, ends in between. */
const pausesMs = [0, 20, 100, 400, 1_000];

/**
 * The texts that cost a parser too much processor time: more than a multiple of a reference on this machine beyond what
 * it takes to read one character, and more than in proportion to their length. The least of several measurements counts.
 */
export async function costlyTexts(parser: ForeignParser, breadth: Breadth): Promise<string[]> {
  const { name, limit, units = anyUnits, read, parts = [] } = parser;
  const cost = (text: string) =>
    processorMs(async () => {
      try {
        await read(text);
      } catch {
        // A refusal.
      }
    });
  const oneCharacter = await leastOf(pausesMs.length, () => cost("a"));
  const allowed = oneCharacter + (budget.least + (budget.perTenThousand * limit) / 10_000) * (await referenceMs());
  const isCostly = async (hostile: Hostile): Promise<boolean> => {
    let [whole, half] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const pauseMs of pausesMs) {
      if (pauseMs > 0) await setTimeout(pauseMs);
      whole = Math.min(whole, await cost(repeat(hostile, limit)));
      if (whole <= allowed) return false;
      half = Math.min(half, await leastOf(3, () => cost(repeat(hostile, limit / 2))));
      if (whole <= 10 * allowed && whole < growthMax * half) return false;
    }
    return true;
  };
  const found: string[] = [];
  for (const hostile of hostileTexts(units, breadth)) {
    if (await isCostly(hostile))
      found.push(`${name}: ${JSON.stringify(hostile.unit)} and ${JSON.stringify(hostile.end)}`);
  }
  if (found.length === 0 || parts.length === 0) return found;
  return (await Promise.all(parts.map((part) => costlyTexts(part, breadth)))).flat();
}
