/** Cells that exports for other shops share. */

/** The parts of a full name: the last word is the family name. */
export function nameParts(full: string): { first: string; last: string } {
  const words = full.trim().split(/\s+/);
  return {
    first: words.slice(0, -1).join(" ") || (words[0] ?? ""),
    last: words.length > 1 ? (words.at(-1) ?? "") : "",
  };
}

const codes = new Map<string, string>();

/** The ISO code of a country by its English name or its code; what is neither stays as it is. */
export function countryCode(country: string): string {
  if (codes.size === 0) for (const [code, name] of countryNames()) codes.set(name.toLowerCase(), code);
  const text = country.trim();
  return codes.get(text.toLowerCase()) ?? text;
}

/** All two-letter codes that name a country, each with its English name and with itself; old codes lead to today's. */
function countryNames(): [code: string, name: string][] {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const usual: [string, string][] = [
    ["US", "USA"],
    ["US", "United States of America"],
    ["GB", "Great Britain"],
  ];
  const found = letters.flatMap((first) =>
    letters.flatMap((second): [string, string][] => {
      const code = first + second;
      const name = names.of(code);
      const today = new Intl.Locale(`und-${code}`).region ?? code;
      return name === undefined
        ? []
        : [
            [today, name],
            [today, code],
          ];
    }),
  );
  return [...found, ...usual];
}

/** The number of an order, whose end customers know it by. */
export const orderNumberOf = (id: string) => id.replaceAll("-", "").slice(-12);

/** A time in UTC as WordPress writes it; empty for none. */
export const wordPressTime = (time: Date | null) =>
  time === null ? "" : time.toISOString().slice(0, 19).replace("T", " ");

/** A time as Shopify writes it; empty for none. */
export const shopifyTime = (time: Date | null) => (time === null ? "" : `${wordPressTime(time)} +0000`);
