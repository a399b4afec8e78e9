import type { Destination, PricedMethod, Zone } from "./terms-of-sale.ts";

/** The methods that bring goods of a subtotal and weight to a destination. None: the shop does not deliver there. */
export function deliveryMethodsTo<Method extends PricedMethod>(
  { zones, deliveryMethods }: { zones: readonly Zone[]; deliveryMethods: readonly Method[] },
  destination: Pick<Destination, "country" | "postalCode">,
  goods: { grams: number },
): Method[] {
  const zone = zoneOf(zones, destination);
  if (zone === undefined) return [];
  return deliveryMethods.filter(
    (method) => method.zone === zone.id && (method.weightMax === null || goods.grams <= method.weightMax),
  );
}

/** What a method costs for goods of a subtotal and weight, in minor units. */
export function deliveryPrice(method: PricedMethod, goods: { subtotal: number; grams: number }): number {
  if (method.freeFrom !== null && goods.subtotal >= method.freeFrom) return 0;
  const reached = method.priceBy === "weight" ? goods.grams : goods.subtotal;
  return method.steps.findLast(({ from }) => from <= reached)?.price ?? 0;
}

/** What is missing in minor units until a delivery is free; 0 where it is, or never becomes so. */
export function freeDeliveryGap({ freeFrom }: PricedMethod, subtotal: number): number {
  return freeFrom === null ? 0 : Math.max(0, freeFrom - subtotal);
}

/** The zone that names a place most exactly: the longest postal prefix, then the country, then everywhere. */
export function zoneOf(
  zones: readonly Zone[],
  { country, postalCode }: Pick<Destination, "country" | "postalCode">,
): Zone | undefined {
  const code = plain(postalCode ?? "");
  let best: { zone: Zone; rank: number } | undefined;
  for (const zone of zones) {
    if (zone.countries !== null && (country === null || !zone.countries.includes(country))) continue;
    const prefixes = zone.postalPrefixes.map(plain).filter((prefix) => code.startsWith(prefix));
    if (zone.postalPrefixes.length > 0 && prefixes.length === 0) continue;
    const rank = (zone.countries === null ? 0 : 1) + Math.max(0, ...prefixes.map(({ length }) => 2 * length));
    if (best === undefined || rank > best.rank) best = { zone, rank };
  }
  return best?.zone;
}

/** People write postal codes with and without spaces and dashes. */
function plain(postalCode: string): string {
  return postalCode.toUpperCase().replaceAll(/[\s-]/g, "");
}
