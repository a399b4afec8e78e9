/**
 * The longest text that is brought into a normal form: the marks of a text are put in order in the square of their number,
 * so that a megabyte of them would take minutes.
 */
const longest = 2_000;

/** A text in a normal form of Unicode. A longer one than any name, address or heading is given back as it is. */
export function normalized(text: string, form: "NFC" | "NFD" | "NFKD"): string {
  return text.length > longest ? text : text.normalize(form);
}
