import { people } from "../catalog/people.ts";
import { products } from "../catalog/products.ts";
import { type Random, randomOf } from "../catalog/random.ts";
import { reviewsOf } from "../catalog/reviews.ts";
import { addressOf, type DemoAddress } from "./addresses.ts";

/** Fulfilment steps in order. */
const steps = ["paid", "confirmed", "processed", "shipped", "delivered"] as const;
type Step = (typeof steps)[number];

/** A reviewer by index, or a demo account. */
export type DemoCustomer = number | "ada" | "grace";

/** A past order. Times are Unix times in milliseconds. */
export type DemoOrder = {
  /** Index by time of placement, from 0. */
  place: number;
  customer: DemoCustomer;
  lines: readonly { slug: string; qty: number }[];
  address: DemoAddress;
  paymentMethod: "PayPal" | "Credit Card";
  placedAt: number;
  /** End of the stock reservation of an unpaid order. */
  heldUntil: number;
  /** When the reservation of an unpaid order was released. */
  releasedAt?: number;
  /** Time of each completed step. */
  doneAt: Readonly<Partial<Record<Step, number>>>;
  /** Matter that an admin must resolve. */
  attention?: "paid twice" | "stock gone";
};

type Sketch = Omit<DemoOrder, "place">;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Duration of the stock reservation. */
const hold = hour;

/** Covers the longest period of the sales overview and the equally long period that it is compared with. */
const pastDays = 185;

/** Reviews by product. Not cached, because the demo data is seeded once. */
type Said = readonly { slug: string; isInStock: boolean; reviews: ReturnType<typeof reviewsOf> }[];

/** Relative order volume per weekday, from Sunday. */
const weekRhythm: readonly number[] = [0.75, 1.2, 1.1, 1, 1.05, 1.15, 0.7];

const priceOf = new Map(products.map(({ slug, priceCents }) => [slug, priceCents]));
const soldOut = products.find(({ countInStock }) => countInStock === 0)?.slug;

/**
 * Orders of the half year up to `now`, oldest first, in every possible state.
 * The volume grows over time and is lower at weekends. Many reviewers have an
 * order of the reviewed product. Deterministic for the same `now`.
 */
export function pastOrders(now: number): readonly DemoOrder[] {
  const random = randomOf("orders");
  const said: Said = products.map((product) => ({
    slug: product.slug,
    isInStock: product.countInStock > 0,
    reviews: reviewsOf(product),
  }));
  // Products with more reviews are ordered more often.
  const wanted = said.flatMap(({ slug, isInStock, reviews }) =>
    Array.from({ length: isInStock ? 2 + reviews.length : 0 }, () => slug),
  );
  const today = Math.floor(now / day) * day;
  const bought = purchasesBehindReviews(random, said);
  const sketches: Sketch[] = [];
  for (let ago = pastDays; ago >= 0; ago -= 1) {
    const date = today - ago * day;
    const customers = bought.get(ago) ?? [];
    const growth = 2.4 + 3 * (1 - ago / pastDays);
    const rhythm = weekRhythm[new Date(date).getUTCDay()] ?? 1;
    const count = Math.max(customers.length, Math.round(growth * rhythm * (0.7 + 0.6 * random.next())));
    for (let n = 0; n < count; n += 1) {
      const reviewer = customers[n];
      const customer = reviewer?.person ?? Math.floor(random.next() * people.length);
      const placedAt = date + Math.floor((7 + 8 * (random.next() + random.next())) * hour);
      const sketch = drawOrder(random, wanted, { customer, placedAt, first: reviewer?.slug });
      const isForgotten = reviewer === undefined && random.next() < 0.08;
      const times = isForgotten
        ? { releasedAt: sketch.heldUntil, doneAt: {} }
        : { doneAt: drawSteps(random, placedAt, now) };
      // ordersInHand adds the orders of the last hours.
      if (placedAt < now - 3 * hour) sketches.push({ ...sketch, ...times });
    }
  }
  sketches.push(...ordersInHand(random, wanted, now));
  return sketches.sort((one, other) => one.placedAt - other.placedAt).map((sketch, place) => ({ ...sketch, place }));
}

/** Purchases of reviewers before their reviews, keyed by days ago. */
function purchasesBehindReviews(random: Random, said: Said): Map<number, { person: number; slug: string }[]> {
  const bought = new Map<number, { person: number; slug: string }[]>();
  for (const { slug, reviews } of said) {
    for (const { person, daysAgo } of reviews) {
      const isCustomer = random.next() < 0.45;
      const boughtAgo = daysAgo + 7 + Math.floor(random.next() * 12);
      if (!isCustomer || boughtAgo > pastDays) continue;
      const others = bought.get(boughtAgo);
      if (others) others.push({ person, slug });
      else bought.set(boughtAgo, [{ person, slug }]);
    }
  }
  return bought;
}

type Start = { customer: DemoCustomer; placedAt: number; first?: string | undefined };

function drawOrder(
  random: Random,
  wanted: readonly string[],
  { customer, placedAt, first }: Start,
): Omit<Sketch, "doneAt"> {
  const count = [1, 1, 1, 1, 2, 2, 2, 3, 3, 4][Math.floor(random.next() * 10)] ?? 1;
  const slugs = new Set(first === undefined ? [] : [first]);
  while (slugs.size < count) slugs.add(wanted[Math.floor(random.next() * wanted.length)] ?? "");
  const lines = [...slugs].map((slug) => {
    // Expensive products are ordered once.
    const isSmall = (priceOf.get(slug) ?? 0) < 80_00;
    const luck = random.next();
    return { slug, qty: isSmall && luck < 0.3 ? (luck < 0.06 ? 3 : 2) : 1 };
  });
  const paymentMethod = random.next() < 0.64 ? "PayPal" : "Credit Card";
  return {
    customer,
    placedAt,
    heldUntil: placedAt + hold,
    lines,
    paymentMethod,
    address: addressOf(numberOf(customer)),
  };
}

function numberOf(customer: DemoCustomer): number {
  return typeof customer === "number" ? customer : people.length + (customer === "ada" ? 0 : 1);
}

/** Minimum and maximum duration of each step, in milliseconds. */
const pace: Record<Step, readonly [least: number, most: number]> = {
  paid: [1 * minute, 12 * minute],
  confirmed: [40 * minute, 9 * hour],
  processed: [2 * hour, 14 * hour],
  shipped: [3 * hour, 22 * hour],
  delivered: [22 * hour, 80 * hour],
};

/** Times of the steps completed by `now`, up to and including `last`. */
function drawSteps(random: Random, placedAt: number, now: number, last: Step = "delivered"): DemoOrder["doneAt"] {
  const doneAt: Partial<Record<Step, number>> = {};
  let at = placedAt;
  for (const step of steps) {
    const [least, most] = pace[step];
    at += Math.floor(least + random.next() * (most - least));
    if (at > now) break;
    doneAt[step] = at;
    if (step === last) break;
  }
  return doneAt;
}

/** Current orders: at least one in every state, at any time of day. */
function ordersInHand(random: Random, wanted: readonly string[], now: number): Sketch[] {
  const someone = () => Math.floor(random.next() * people.length);
  const ordered = (customer: DemoCustomer, ago: number, first?: string) =>
    drawOrder(random, wanted, { customer, placedAt: now - ago, first });
  // Old enough for every step up to the last one to have its maximum duration.
  const upTo = (last: Step, customer: DemoCustomer, ago: number): Sketch => {
    const order = ordered(customer, ago);
    return { ...order, doneAt: drawSteps(random, order.placedAt, now, last) };
  };
  const twice = upTo("paid", someone(), 29 * hour);
  const late = ordered(someone(), 31 * hour, soldOut);
  return [
    { ...ordered(someone(), Math.floor(hold / 5)), doneAt: {} },
    { ...ordered(someone(), Math.floor(hold / 2)), doneAt: {} },
    { ...twice, attention: "paid twice" },
    { ...late, releasedAt: late.heldUntil, doneAt: { paid: late.heldUntil + 20 * minute }, attention: "stock gone" },
    upTo("paid", someone(), 40 * minute),
    upTo("paid", "grace", 95 * minute),
    upTo("paid", someone(), 150 * minute),
    upTo("confirmed", someone(), 13 * hour),
    upTo("processed", someone(), 27 * hour),
    upTo("shipped", "ada", 49 * hour),
    upTo("delivered", "ada", 23 * day),
    upTo("delivered", "grace", 41 * day),
    upTo("delivered", "ada", 74 * day),
  ];
}
