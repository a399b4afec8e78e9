import type { EditedTerms, TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import { dayOfTime, instantIn } from "@shop/shared/time-zone";

/*
 * A rate of a country begins at midnight there. Countries with several time zones have that of the shop if it is one of
 * theirs, else the one in which most of their people live.
 */

const busiestZones: Readonly<Record<string, string>> = {
  AU: "Australia/Sydney",
  BR: "America/Sao_Paulo",
  CA: "America/Toronto",
  CL: "America/Santiago",
  CN: "Asia/Shanghai",
  DE: "Europe/Berlin",
  ES: "Europe/Madrid",
  ID: "Asia/Jakarta",
  KZ: "Asia/Almaty",
  MX: "America/Mexico_City",
  MY: "Asia/Kuala_Lumpur",
  NZ: "Pacific/Auckland",
  PT: "Europe/Lisbon",
  RU: "Europe/Moscow",
  UA: "Europe/Kyiv",
  US: "America/New_York",
};

/** The terms as they are stored: rates begin at instants. `shopZone` is the time zone of the shop. */
export function withInstants(terms: EditedTerms, shopZone: string): TermsOfSale {
  return changeFrom(terms, ({ country }, from) =>
    instantIn(timeZoneOf(country, shopZone), `${from}T00:00`).toISOString(),
  );
}

/** The terms as they are edited: rates begin on days. */
export function withDays(terms: TermsOfSale, shopZone: string): EditedTerms {
  return changeFrom(terms, ({ country }, from) => dayOfTime(timeZoneOf(country, shopZone), new Date(from)));
}

function changeFrom(
  terms: TermsOfSale,
  change: (rate: TermsOfSale["taxRates"][number], from: string) => string,
): TermsOfSale {
  const taxRates = terms.taxRates.map((rate) => {
    return { ...rate, from: rate.from === null ? null : change(rate, rate.from) };
  });
  return { ...terms, taxRates };
}

function timeZoneOf(country: string | null, shopZone: string): string {
  if (country === null) return shopZone;
  const zones = zonesOf(country);
  if (zones.includes(shopZone)) return shopZone;
  return busiestZones[country] ?? zones[0] ?? shopZone;
}

/** The time zones of a country. Newer engines have a function for it, the floor of Node a property. */
function zonesOf(country: string): string[] {
  const locale = new Intl.Locale(`und-${country}`);
  const newer: unknown = Reflect.get(locale, "getTimeZones");
  const zones: unknown = typeof newer === "function" ? newer.call(locale) : Reflect.get(locale, "timeZones");
  return Array.isArray(zones) ? zones.filter((zone) => typeof zone === "string") : [];
}
