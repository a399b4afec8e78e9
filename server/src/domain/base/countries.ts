/** Countries by their ISO codes and their English names. */

const codes = new Map<string, string>();
let names: Intl.DisplayNames | undefined;

/** The ISO code of a country by its English name or its code; what is neither stays as it is. */
export function countryCode(country: string): string {
  if (codes.size === 0) for (const [code, name] of countryNames()) codes.set(name.toLowerCase(), code);
  const text = country.trim();
  return codes.get(text.toLowerCase()) ?? text;
}

/** The English name of a country by its code or a usual name; what is neither stays as it is. */
export function countryName(country: string): string {
  const code = countryCode(country);
  if (!/^[A-Z]{2}$/.test(code)) return country.trim();
  names ??= new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return names.of(code) ?? country.trim();
}

/** All two-letter codes that name a country, each with its English name and with itself; old codes lead to today's. */
function countryNames(): [code: string, name: string][] {
  const inEnglish = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const usual: [string, string][] = [
    ["US", "USA"],
    ["US", "United States of America"],
    ["GB", "Great Britain"],
  ];
  const found = letters.flatMap((first) =>
    letters.flatMap((second): [string, string][] => {
      const code = first + second;
      const name = inEnglish.of(code);
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
