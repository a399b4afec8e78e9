/** The days before a reduction of which the lowest price is shown (directive 98/6/EC, article 6a). */
export const lowestPriceDays = 30;

const dayMs = 86_400_000;

/** A time from `from` until before `until` (ms since 1970); null is without a limit. */
export type Period = { from: number | null; until: number | null };

/** What a product cost over a time; null while it was not on sale. */
type Segment = { from: number; until: number; price: { cents: number; isReduced: boolean } | null };

/** What a product cost at a time (ms since 1970), in minor units; null if it was not on sale. */
type PriceAt = (at: number) => Segment["price"];

/**
 * The lowest price of the thirty days before a product's reduction began; null if it was not on sale then. A reduction that
 * grows without a break is one: its first step counts.
 */
export function lowestPriceBefore(
  periods: readonly Period[],
  priceAt: PriceAt,
  { since, now }: { since: number; now: number },
): number | null {
  const segments = segmentsOf(periods, priceAt, { since, now });
  const beganAt = beginOfReduction(segments, now);
  const earliest = beganAt - lowestPriceDays * dayMs;
  const prices = segments.flatMap(({ from, until, price }) =>
    price !== null && until > earliest && from < beganAt ? [price.cents] : [],
  );
  return prices.length === 0 ? null : Math.min(...prices);
}

/** The times between which nothing changed, in their order. */
function segmentsOf(
  periods: readonly Period[],
  priceAt: PriceAt,
  { since, now }: { since: number; now: number },
): Segment[] {
  const changes = periods
    .flatMap(({ from, until }) => [from ?? since, until ?? now])
    .filter((time) => time > since && time < now);
  const times = [since, ...new Set(changes.toSorted((a, b) => a - b)), now];
  return times.slice(1).map((until, n) => {
    const from = times[n] ?? since;
    return { from, until, price: priceAt(from) };
  });
}

function beginOfReduction(segments: readonly Segment[], now: number): number {
  let beganAt = now;
  let cents = 0;
  for (const { from, price } of segments.toReversed()) {
    if (price === null || !price.isReduced || price.cents < cents) break;
    [beganAt, cents] = [from, price.cents];
  }
  return beganAt;
}
