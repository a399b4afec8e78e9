/** The widths of bars and spaces of each symbol of Code 128, by its value; the last is the stop symbol. */
const symbols = (
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 " +
  "123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 " +
  "232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 " +
  "313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 " +
  "111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 " +
  "111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 " +
  "114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112"
).split(" ");
const startB = 104;
const stop = 106;
/** The value of the first character of set B, the blank. */
const firstCharacter = 0x20;

/** A bar of a code: where it begins and how wide it is, in modules. */
export type Bar = { at: number; width: number };

/**
 * The bars of a text as Code 128, set B: letters, digits and signs of ASCII. Readers need ten modules of blank space
 * on either side, which are not included. Throws for any other character.
 */
export function code128(text: string): { bars: Bar[]; width: number } {
  const values = [...text].map((character) => {
    const value = (character.codePointAt(0) ?? 0) - firstCharacter;
    if (value < 0 || value > 94) throw new RangeError("Code 128 B holds printable ASCII only");
    return value;
  });
  const checksum = values.reduce((sum, value, place) => sum + value * (place + 1), startB) % 103;
  const bars: Bar[] = [];
  let at = 0;
  for (const value of [startB, ...values, checksum, stop]) {
    for (const [place, digit] of [...(symbols[value] ?? "")].entries()) {
      const width = Number(digit);
      if (place % 2 === 0) bars.push({ at, width });
      at += width;
    }
  }
  return { bars, width: at };
}
