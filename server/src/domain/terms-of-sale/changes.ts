import type { Changes } from "@shop/shared/admin/audit";
import { decimalsOf } from "@shop/shared/terms-of-sale/currencies";
import type { DeliveryMethod, NamedZone, TaxRate, TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";

/** The fields of terms in words: a list has a text for each entry, so that the audit shows the changed ones alone. */
const inWords: { [Field in keyof TermsOfSale]: (terms: TermsOfSale) => string | number | boolean | null | string[] } = {
  currency: ({ currency }) => currency,
  locale: ({ locale }) => locale,
  country: ({ country }) => country,
  pricesIncludeTax: ({ pricesIncludeTax }) => pricesIncludeTax,
  taxRounding: ({ taxRounding }) => taxRounding,
  isDeliveryTaxed: ({ isDeliveryTaxed }) => isDeliveryTaxed,
  taxClasses: ({ taxClasses }) => taxClasses.map(({ name }) => name),
  taxRates: ({ taxRates }) => taxRates.map(rateInWords),
  zones: ({ zones }) => zones.map(zoneInWords),
  deliveryMethods: (terms) => terms.deliveryMethods.map((method) => methodInWords(method, terms)),
  distanceSalesMax: ({ distanceSalesMax, currency }) =>
    distanceSalesMax === null ? null : inUnits(distanceSalesMax, currency),
  reverseChargeTo: ({ reverseChargeTo }) => [...reverseChargeTo],
};

/** What the audit says of a change of the terms: each field that differs, and of a list the entries that do. */
export function changesOfTerms(before: TermsOfSale, after: TermsOfSale): Changes {
  const changes: Changes = {};
  for (const [field, words] of Object.entries(inWords)) {
    const [then, now] = [words(before), words(after)];
    if (Array.isArray(then) && Array.isArray(now)) {
      if (then.join("\n") !== now.join("\n")) changes[field] = differenceOf(then, now);
    } else if (!Array.isArray(then) && !Array.isArray(now) && then !== now) {
      changes[field] = [then, now];
    }
  }
  return changes;
}

/** The entries that only one of the lists has; all of both when they differ in their order alone. */
function differenceOf(before: string[], after: string[]): Changes[string] {
  const gone = before.filter((entry) => !after.includes(entry));
  const added = after.filter((entry) => !before.includes(entry));
  const isReordered = gone.length + added.length === 0;
  const toText = (entries: string[]) => (entries.length === 0 ? null : entries.join("; "));
  return isReordered ? [toText(before), toText(after)] : [toText(gone), toText(added)];
}

function rateInWords({ country, region, name, taxClass, rate, from }: TaxRate): string {
  const parts = [country ?? "everywhere", region, name, taxClass, `${rate / 1_000} %`, from];
  return parts.filter((part) => part !== null).join(" ");
}

function zoneInWords({ name, countries, postalPrefixes }: NamedZone): string {
  const codes = postalPrefixes.length === 0 ? "" : `, postal codes ${postalPrefixes.join(" ")}`;
  return `${name}: ${countries?.join(" ") ?? "everywhere"}${codes}`;
}

function methodInWords(method: DeliveryMethod, { currency, zones }: TermsOfSale): string {
  const { name, zone, priceBy, steps, freeFrom, weightMax, days, cutOffHour, pickUp } = method;
  const place = zones.find(({ id }) => id === zone)?.name ?? zone;
  const toStart = (from: number) => (priceBy === "weight" ? `${from} g` : inUnits(from, currency));
  const parts = [
    ...steps.map(({ from, price }) =>
      from === 0 ? inUnits(price, currency) : `${inUnits(price, currency)} from ${toStart(from)}`,
    ),
    freeFrom === null ? null : `free from ${inUnits(freeFrom, currency)}`,
    weightMax === null ? null : `up to ${weightMax} g`,
    days === null ? null : `${days.min} to ${days.max} days`,
    cutOffHour === null ? null : `cut-off hour ${cutOffHour}`,
    pickUp === null ? null : `at ${pickUp.address} (${pickUp.hours})`,
  ];
  return `${name} (${place}): ${parts.filter((part) => part !== null).join(", ")}`;
}

/** An amount of minor units in units of its currency, such as "4.90". */
function inUnits(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (amount / 10 ** decimals).toFixed(decimals);
}
