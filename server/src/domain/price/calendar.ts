/** A planned price: it holds from its start up to, but not at, its end. */
export type PricePeriod = { id: string; priceCents: number; startsAt: Date; endsAt: Date | null };

/** The planned price that holds at a time. Periods do not overlap. */
export function periodAt<Period extends PricePeriod>(periods: readonly Period[], at: Date): Period | undefined {
  return periods.find(({ startsAt, endsAt }) => startsAt <= at && !hasEnded({ endsAt }, at));
}

/** Whether a planned price holds no more at a time. */
export function hasEnded({ endsAt }: Pick<PricePeriod, "endsAt">, at: Date): boolean {
  return endsAt !== null && endsAt <= at;
}

/** What customers pay at a time, given the regular price. */
export function priceAt(regularCents: number, periods: readonly PricePeriod[], at: Date): number {
  return periodAt(periods, at)?.priceCents ?? regularCents;
}

/** Whether two planned prices hold at some time both. One can begin when the other ends. */
export function overlap(one: Omit<PricePeriod, "id" | "priceCents">, other: typeof one): boolean {
  const startsBeforeEnd = (a: typeof one, b: typeof one) => b.endsAt === null || a.startsAt < b.endsAt;
  return startsBeforeEnd(one, other) && startsBeforeEnd(other, one);
}
