import { cpuUsage } from "node:process";
import { width } from "./width.ts";

/** What takes a text that comes from outside, and may refuse it; texts of `longest` characters come to it at most. */
export type TextParser = { name: string; parse: (text: string) => unknown; longest?: number };

/** The characters that expressions and formats treat in ways of their own, and some that they do not. */
const characters = [
  ..." \t\n\r\u00a0aA19_.,;:'\"`-+=*/\\|<>()[]{}&#%?!@~^$",
  "\u0000",
  "é",
  "\u0301",
  "\u0316",
  "😀",
  "\ud800",
];

/** Pieces of formats that are repeated as they are. */
const pieces = [
  // Marks whose order is not that of their normal form.
  "\u0301\u0316",
  ...[
    "<p ",
    "<p>",
    "</p>",
    "<a href='",
    "<table>",
    "<tr><td>",
    "<li>",
    "<ul><li>",
    "<ol>",
    "<br>",
    "<!--",
    "<![CDATA[",
  ],
  ...["<script>", "</", "<td colspan=9>", "<td rowspan=9>", "<blockquote>", "<pre>\n", "<h1>", "<svg>", "<textarea>"],
  ...[
    "<div><span>",
    "&amp;",
    "&#",
    "&lt",
    '""',
    '","',
    '"\n',
    "a,b\n",
    ", ",
    "; ",
    " > ",
    "../",
    "./",
    "https://",
    "1,",
    "1.000,",
  ],
];

const pairs = characters.flatMap((first) =>
  characters.filter((second) => second !== first).map((second) => first + second),
);
/** The pairs of a usual run are spread over all of them. */
const pairStep = width.hostilePairStep;

/** Every character, pairs of two and every piece, to be repeated. */
const hostileUnits: readonly string[] = [
  ...characters,
  ...pairs.filter((_, place) => place % pairStep === 0),
  ...pieces,
];

/** Beginnings and ends that a text of one repeated unit lacks. */
const frames = [
  ["", ""],
  ["-", "1"],
  ["1", "x"],
  ["<p>", ">"],
] as const;

/** The texts that are judged: those that take several times the usual, and the slowest ones in any case. */
const [unusual, slowest, judgedMax] = [4, 6, width.hostileJudged];
/** What takes less processor time is noise, in milliseconds. */
const noiseMs = 10;
/** A text eight times as long takes eight times as long, or some more to collect garbage, and 64 times is quadratic. */
const growthMax = 32;
/** And twice as long takes twice as long, where a quadratic one takes four times. */
const doublingMax = 3;

/**
 * Repeats each unit, and names what takes a parser more than in proportion to its length, by the processor's time: all are
 * tried, and those that stand out at sixteen times the length, which is 1 MB in the long run.
 */
export async function findSlow({ parse, longest = width.hostileLength }: TextParser): Promise<string[]> {
  const large = Math.min(width.hostileLength, longest);
  const small = large / 8;
  const tried: { textOf: (length: number) => string; name: string; ms: number }[] = [];
  for (const unit of hostileUnits) {
    for (const [before, after] of unit.length === 2 && pairStep > 1 ? frames.slice(0, 1) : frames) {
      const textOf = (length: number) => before + unit.repeat(Math.ceil(length / unit.length)) + after;
      const ms = await processorMs(parse, textOf(large / 16));
      tried.push({ textOf, name: JSON.stringify(`${before}${unit}…${after}`), ms });
    }
  }
  tried.sort((left, right) => right.ms - left.ms);
  const usualMs = tried[Math.floor(tried.length / 2)]?.ms ?? 0;
  const slow: string[] = [];
  for (const [place, { textOf, name, ms }] of tried.slice(0, judgedMax).entries()) {
    if (place >= slowest && ms < Math.max(noiseMs, unusual * usualMs)) break;
    const smallMs = Math.max(noiseMs, await leastMs(parse, textOf(small)));
    let largeMs = await leastMs(parse, textOf(large));
    // A collection of garbage from before counts as well; what grows too fast does so every time.
    for (let times = 0; times < 3 && largeMs > growthMax * smallMs; times += 1) {
      largeMs = Math.min(largeMs, await leastMs(parse, textOf(large)));
    }
    if (largeMs <= growthMax * smallMs) continue;
    // Caches and the collector make a linear parser pay once for leaving them; a quadratic one goes on growing.
    const twiceMs = await leastMs(parse, textOf(2 * large));
    if (twiceMs <= doublingMax * largeMs) continue;
    const figures = [smallMs, largeMs, twiceMs].map((figure) => `${Math.round(figure)} ms`);
    slow.push(`${name}: ${figures.join(", ")} for ${small}, ${large} and ${2 * large} characters`);
  }
  return slow;
}

async function leastMs(parse: TextParser["parse"], text: string): Promise<number> {
  const first = await processorMs(parse, text);
  return Math.min(first, await processorMs(parse, text));
}

/** What parsing takes of this process's processor time. A refusal is an answer; an overflow of the stack is none. */
async function processorMs(parse: TextParser["parse"], text: string): Promise<number> {
  const before = cpuUsage();
  try {
    await parse(text);
  } catch (error) {
    if (error instanceof RangeError) throw error;
  }
  const { user, system } = cpuUsage(before);
  return (user + system) / 1_000;
}
