/** Prices of which both others are there if the price is reduced. */
type ComparedPrice = { price: number; regularPrice?: number };

type ReductionBadgeProps = { prices: ComparedPrice & { discount?: ComparedPrice }; className: string };

/** By how much a price is reduced, such as "−20%"; nothing where it is not. The price itself says so to those who do not see it. */
export function ReductionBadge({ prices, className }: ReductionBadgeProps) {
  const { price, regularPrice } = prices.discount ?? prices;
  if (regularPrice === undefined) return null;
  const percent = Math.floor((100 * (regularPrice - price)) / regularPrice);
  if (percent < 1) return null;
  return (
    <span className={className} aria-hidden="true">
      −{percent}%
    </span>
  );
}
