import { normalized } from "../normalized.ts";
import { countryCodes } from "./country-codes.ts";

/** Countries by their ISO codes and their names. */

/** Names in use that Unicode's data does not have. */
const usualNames: readonly (readonly [code: string, name: string])[] = [
  ["US", "United States of America"],
  ["US", "America"],
  ["GB", "Great Britain"],
  ["GB", "Britain"],
  ["GB", "UK"],
  ["GB", "England"],
  ["GB", "Scotland"],
  ["GB", "Wales"],
  ["GB", "Northern Ireland"],
  ["IE", "Republic of Ireland"],
  ["NL", "Holland"],
  ["CZ", "Czech Republic"],
  ["MK", "Macedonia"],
  ["RU", "Russian Federation"],
  ["KR", "Korea"],
  ["KR", "Republic of Korea"],
  ["AE", "UAE"],
  ["CI", "Ivory Coast"],
  ["CV", "Cabo Verde"],
  ["TR", "Turkey"],
  ["SZ", "Swaziland"],
  ["MM", "Burma"],
  ["VA", "Holy See"],
  ["TL", "East Timor"],
  ["CG", "Congo"],
  ["CG", "Republic of the Congo"],
  ["CD", "Democratic Republic of the Congo"],
];

const inEnglish = new Intl.DisplayNames("en", { type: "region", fallback: "code" });
const codes = new Map<string, string>();

/** The ISO code of a country by a code or a usual name of it, in English or its own language; null for what names none. */
export function countryCodeOf(country: string): string | null {
  if (codes.size === 0) for (const [code, name] of knownNames()) codes.set(plain(name), code);
  return codes.get(plain(country)) ?? null;
}

/** The ISO code of a country by its name or its code; what is neither stays as it is. */
export function countryCode(country: string): string {
  return countryCodeOf(country) ?? country.trim();
}

/** The English name of a country by its code or a usual name; what is neither stays as it is. */
export function countryName(country: string): string {
  const code = countryCodeOf(country);
  return code === null ? country.trim() : (inEnglish.of(code) ?? country.trim());
}

/** The English name of a country by its code. */
export function nameOfCountry(code: string): string {
  return inEnglish.of(code) ?? code;
}

/** The English names of countries by their codes, in one text: "Austria, Germany, and Italy". */
export function countryList(ofCodes: readonly string[]): string {
  return new Intl.ListFormat("en").format(ofCodes.map((code) => inEnglish.of(code) ?? code).toSorted());
}

/** Without case, accents and punctuation, and without "the" before it. */
function plain(name: string): string {
  return normalized(name, "NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(".", "")
    .replaceAll("&", "and")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/^the /, "");
}

function knownNames(): (readonly [code: string, name: string])[] {
  return [
    ...countryCodes.flatMap(([two, three]) => [[two, inOwnLanguage(two)] as const, [two, three] as const]),
    // After the names in other languages, of which an English name could be one of another country.
    ...countryCodes.flatMap(([two]) => [[two, inEnglish.of(two) ?? two] as const, [two, two] as const]),
    ...usualNames,
    ...formerCodes(),
  ];
}

function inOwnLanguage(code: string): string {
  const { language } = new Intl.Locale(`und-${code}`).maximize();
  return new Intl.DisplayNames(language, { type: "region", fallback: "code" }).of(code) ?? code;
}

/** Codes that were replaced, each with the one of today. */
function formerCodes(): (readonly [code: string, name: string])[] {
  return ["UK", "DD", "FX", "BU", "TP", "ZR"].map((code) => {
    return [new Intl.Locale(`und-${code}`).region ?? code, code] as const;
  });
}
