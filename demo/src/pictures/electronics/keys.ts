import type { Paint } from "../paint.ts";
import type { Tones } from "../tone.ts";
import { shape } from "./parts.ts";

/** A surface seen in perspective: its far edge runs from `left` to `right`, its near edge is `spread` wider each side. */
export type Deck = { left: number; right: number; top: number; bottom: number; spread: number };

const round = (value: number): number => Math.round(value * 10) / 10;

/** Rows of keys on a deck, `counts` keys a row; the last row gets a long middle key. With `lit`, light shines between them. */
export function keyGrid(paint: Paint, deck: Deck, counts: readonly number[], tones: Tones, lit?: string): string {
  const height = deck.bottom - deck.top;
  const rise = Math.max(1.5, (height / counts.length) * 0.2);
  const sideAt = (y: number): number => (deck.spread * (y - deck.top)) / height;
  const tops: string[] = [];
  const walls: string[] = [];
  counts.forEach((count, row) => {
    // Rows grow towards the viewer.
    const share = (index: number): number => (index / counts.length) ** 0.94 * 0.97 + 0.03 * (index / counts.length);
    const y = deck.top + height * share(row);
    const end = deck.top + height * share(row + 1) - height * 0.028;
    const last = row === counts.length - 1 && count > 6;
    const units = last ? [1, 1, 1, count - 5, 1, 1] : Array<number>(count).fill(1);
    const total = units.reduce((sum, unit) => sum + unit, 0);
    let start = 0;
    for (const unit of units) {
      const gap = 0.06;
      const xAt = (part: number, at: number): number => {
        const [from, to] = [deck.left - sideAt(at), deck.right + sideAt(at)];
        return round(from + ((to - from) * part) / total);
      };
      const [a, b] = [start + gap, start + unit - gap];
      walls.push(`M${xAt(a, y)} ${round(y)}H${xAt(b, y)}L${xAt(b, end)} ${round(end + rise)}H${xAt(a, end)}z`);
      const [c, d] = [a + 0.05, b - 0.05];
      tops.push(
        `M${xAt(c, y)} ${round(y - rise * 0.4)}H${xAt(d, y)}L${xAt(d, end)} ${round(end - rise * 0.6)}H${xAt(c, end)}z`,
      );
      start += unit;
    }
  });
  const face = paint.linear(
    [
      [0, tones.light],
      [0.5, tones.base],
      [1, tones.dark],
    ],
    "diagonal",
  );
  const glowing =
    lit === undefined
      ? ""
      : `<path d="${walls.join("")}" fill="none" stroke="${lit}" stroke-width="3" stroke-opacity="0.85"/>`;
  return (
    glowing +
    shape(walls.join(""), tones.deep) +
    `<path d="${tops.join("")}" fill="${face}" stroke="${tones.highlight}" stroke-opacity="0.28" stroke-width="1" stroke-linejoin="round"/>`
  );
}
