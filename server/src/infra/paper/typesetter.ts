import bidiFactory from "bidi-js";
import { create } from "fontkit";
import { boldFont, fallbackFonts, type PaperFont, plainFont, readFont } from "./fonts.ts";

/** A piece of a line in one font and one direction, with its text in logical order. */
export type Run = { font: string; text: string; level: number };

export type TextStyle = { size: number; isBold?: boolean };

/** The width of a run in points. Supplied by the document, which shapes the text. */
type Measure = (run: Run, size: number) => number;

/** Shown in place of what no font has. */
export const missing = "\uFFFD";
/** What is not drawn, and follows the font of the text around it: joiners, variation selectors, directions. */
const isInvisible = /^[\p{Default_Ignorable_Code_Point}\p{Cc}]$/u;
const rightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const words = new Intl.Segmenter("en", { granularity: "word" });

/** The widths of words by size and weight: most are in many orders. */
const widths = new Map<string, number>();
const widthsMax = 5_000;

/** Opened once per process; the document opens a font again when it uses it. */
const characters = new Map<string, ReadonlySet<number>>();

function charactersOf(file: string): ReadonlySet<number> {
  let known = characters.get(file);
  if (known === undefined) {
    const font = create(readFont(file));
    known = new Set("characterSet" in font ? font.characterSet : []);
    characters.set(file, known);
  }
  return known;
}

function hasAll(file: string, cluster: string): boolean {
  const known = charactersOf(file);
  return [...cluster].every((character) => isInvisible.test(character) || known.has(character.codePointAt(0) ?? 0));
}

/** A letter with its marks, or an emoji with its parts, in the first font that has all of it. */
type Cluster = { text: string; font: string };

/** A cluster in one font, or its characters each in another, or the sign of what is missing. */
function chooseFonts(cluster: string, isBold: boolean): Cluster[] {
  const plain = isBold ? boldFont : plainFont;
  if (hasAll(plain, cluster)) return [{ text: cluster, font: plain }];
  const has = ({ file, covers }: PaperFont) => covers.test(cluster) && hasAll(file, cluster);
  const found = fallbackFonts.find(has);
  if (found !== undefined) return [{ text: cluster, font: found.file }];
  const parts = [...cluster];
  if (parts.length > 1) return parts.flatMap((part) => (isInvisible.test(part) ? [] : chooseFonts(part, isBold)));
  return [{ text: missing, font: plain }];
}

type Direction = "ltr" | "rtl";

/** The direction of a paragraph: that of its first letter. */
function directionOf(text: string): Direction {
  return (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 0 ? "ltr" : "rtl";
}

/** Cuts a line into runs of one font and one direction, in the order in which they are drawn. */
export function toRuns(text: string, isBold = false, direction = directionOf(text)): Run[] {
  const clusters = [...graphemes.segment(text)].flatMap(({ segment }) => chooseFonts(segment, isBold));
  const shown = clusters.map((cluster) => cluster.text).join("");
  const { levels } = bidi.getEmbeddingLevels(shown, direction);
  const runs: Run[] = [];
  let at = 0;
  for (const { text: piece, font } of clusters) {
    const level = levels[at] ?? 0;
    at += piece.length;
    const last = runs.at(-1);
    if (last !== undefined && last.font === font && last.level === level) last.text += piece;
    else runs.push({ font, text: piece, level });
  }
  return inVisualOrder(runs);
}

/** Rule L2 of the Unicode bidirectional algorithm: from the highest level on, what is at least that high is reversed. */
function inVisualOrder(runs: Run[]): Run[] {
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  const ordered = [...runs];
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to += 1;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  }
  return ordered;
}

/**
 * The text of a run as the shaper needs it. It turns letters of right-to-left scripts around itself; signs and blanks
 * alone are turned here. Brackets of right-to-left text point the other way.
 */
export function toShape({ text, level }: Run): string {
  if (level % 2 === 0) return text;
  const mirrored = [...text].map((character) => bidi.getMirroredCharacter(character) ?? character);
  return (rightToLeft.test(text) ? mirrored : mirrored.reverse()).join("");
}

/** The lines of a text of a given width, each as runs in the order in which they are drawn. */
export function breakLines(
  text: string,
  width: number,
  { size, isBold = false }: TextStyle,
  measure: Measure,
): Run[][] {
  const direction = directionOf(text);
  const widthOf = (piece: string) => {
    const key = `${size} ${isBold} ${piece}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    const width = toRuns(piece, isBold).reduce((sum, run) => sum + measure(run, size), 0);
    // Bounded, however many orders there are.
    if (widths.size >= widthsMax) widths.clear();
    widths.set(key, width);
    return width;
  };
  const lines: string[] = [];
  let line = "";
  let used = 0;
  const add = (piece: string) => {
    const needed = widthOf(piece);
    if (line !== "" && piece.trim() !== "" && used + needed > width) {
      lines.push(line.trimEnd());
      [line, used] = ["", 0];
    }
    if (line === "" && piece.trim() === "" && lines.length > 0) return;
    line += piece;
    used += needed;
  };
  // Blanks, tabs and line breaks alike: each of these texts is one paragraph.
  for (const { segment } of words.segment(text.replace(/\s/gu, " "))) {
    if (widthOf(segment) <= width) add(segment);
    else for (const { segment: part } of graphemes.segment(segment)) add(part);
  }
  lines.push(line.trimEnd());
  return lines.map((each) => toRuns(each, isBold, direction));
}
