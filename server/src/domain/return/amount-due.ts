import type { InvoiceTax } from "@shop/shared/order/invoice";
import { apportion } from "@shop/shared/terms-of-sale/exact";

/** A line item with what was paid for all of it, its taxes included, and those taxes; in cents. */
export type PaidLine = { productId: string; qty: number; cents: number; taxes: readonly InvoiceTax[] };

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

/**
 * The taxes within what is due for units that come back after others; null once nothing of the order is left: it is then
 * what is left of all its taxes.
 */
export function taxesDue({ lines }: PaidOrder, before: UnitsByProduct, now: UnitsByProduct): InvoiceTax[] | null {
  const due = new Map<string, InvoiceTax>();
  let left = 0;
  for (const { productId, qty, taxes } of lines) {
    const had = before.get(productId) ?? 0;
    const has = had + (now.get(productId) ?? 0);
    left += qty - has;
    for (const { netCents, taxCents, ...name } of taxes) {
      const share = (cents: number) => shareOfUnits({ cents, qty }, has) - shareOfUnits({ cents, qty }, had);
      const key = JSON.stringify([name.tax, name.name, name.rate]);
      const sum = due.get(key) ?? { ...name, netCents: 0, taxCents: 0 };
      due.set(key, {
        ...sum,
        netCents: sum.netCents + share(netCents),
        taxCents: sum.taxCents + share(taxCents),
      });
    }
  }
  return left === 0 ? null : [...due.values()].filter(({ netCents }) => netCents > 0);
}

function shareOfUnits({ cents, qty }: { cents: number; qty: number }, units: number): number {
  const [share = 0] = apportion(cents, [units, qty - units]);
  return units === 0 ? 0 : share;
}
