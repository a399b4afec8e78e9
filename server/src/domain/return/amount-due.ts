import { apportion } from "@shop/shared/terms-of-sale/exact";

/** A line item with what was paid for all of it, its tax included; in cents. */
export type PaidLine = { productId: string; qty: number; cents: number };

/** What was paid for an order: the sum of its lines and its delivery is its total. */
export type PaidOrder = { lines: readonly PaidLine[]; deliveryCents: number };

/** Units by product. */
export type UnitsByProduct = ReadonlyMap<string, number>;

/**
 * What is due in cents for units that come back after others: their share of what was paid for their lines, and the delivery
 * once nothing of the order is left. Whatever the steps in which an order comes back, they sum to its total.
 */
export function amountDue({ lines, deliveryCents }: PaidOrder, before: UnitsByProduct, now: UnitsByProduct): number {
  const goods = lines.reduce((sum, line) => {
    const had = before.get(line.productId) ?? 0;
    const has = had + (now.get(line.productId) ?? 0);
    return sum + shareOfUnits(line, has) - shareOfUnits(line, had);
  }, 0);
  const left = (units: UnitsByProduct) =>
    lines.reduce((sum, line) => sum + line.qty - (units.get(line.productId) ?? 0), 0);
  const comesBackNow = lines.reduce((sum, line) => sum + (now.get(line.productId) ?? 0), 0);
  const isLast = comesBackNow > 0 && left(before) === comesBackNow;
  return goods + (isLast ? deliveryCents : 0);
}

function shareOfUnits({ cents, qty }: PaidLine, units: number): number {
  const [share = 0] = apportion(cents, [units, qty - units]);
  return units === 0 ? 0 : share;
}
