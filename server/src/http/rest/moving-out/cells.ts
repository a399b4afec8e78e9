/** Cells that exports for other shops share. */

/** The parts of a full name: the last word is the family name. */
export function nameParts(full: string): { first: string; last: string } {
  const words = full.trim().split(/\s+/);
  return {
    first: words.slice(0, -1).join(" ") || (words[0] ?? ""),
    last: words.length > 1 ? (words.at(-1) ?? "") : "",
  };
}

/** The number of an order, whose end customers know it by. */
export const orderNumberOf = (id: string) => id.replaceAll("-", "").slice(-12);

/** A time in UTC as WordPress writes it; empty for none. */
export const wordPressTime = (time: Date | null) =>
  time === null ? "" : time.toISOString().slice(0, 19).replace("T", " ");

/** A time as Shopify writes it; empty for none. */
export const shopifyTime = (time: Date | null) => (time === null ? "" : `${wordPressTime(time)} +0000`);
