/**
 * What a discount rule gives. Amounts are minor units of the shop's currency, rates thousandths of a percent: 10,000 is 10 %.
 */
export type DiscountGift =
  /** A share of the price of the goods. */
  | { kind: "percentage"; rate: number }
  /** An amount off the goods together, at most their price. */
  | { kind: "amount"; cents: number }
  /** Each unit costs this, unless it costs less. */
  | { kind: "price"; cents: number }
  /** Of each `buy` + `get` units, the `get` cheapest are reduced. */
  | { kind: "buy and get"; buy: number; get: number; rate: number }
  /** What delivery costs, up to an amount if there is one. */
  | { kind: "delivery"; upToCents: number | null };

/** The goods that a rule is for; each list that is not empty must have one of a product's. All empty is for all goods. */
export type DiscountGoods = {
  products: readonly string[];
  collections: readonly string[];
  categories: readonly string[];
  brands: readonly string[];
  /** Values of options, as "Size: L". */
  options: readonly string[];
};

/** What must hold of an order for a rule. */
export type DiscountConditions = {
  /** What the rule's goods must cost at least, in minor units; 0 for no minimum. */
  fromCents: number;
  /** How many units of the rule's goods there must be at least. */
  fromQty: number;
  isFirstOrder: boolean;
  /** One of these must be among the customer's; none is for everybody. */
  customerTags: readonly string[];
  /** ISO 3166 codes of the countries that orders go to; none is for every country. */
  countries: readonly string[];
};

/** How far a rule may go, whatever it gives; null is without a limit. */
export type DiscountLimits = {
  /** The highest share of the price of a line, in thousandths of a percent. */
  shareMax: number;
  /** The lowest margin on what a product costs the shop, where that is known, in thousandths of a percent of its price. */
  marginMin: number | null;
  /** How many orders may use it, in all and of each customer. */
  usesMax: number | null;
  usesPerCustomer: number | null;
  /** What it may give in all, in minor units. */
  budgetCents: number | null;
};

/** A rule by which orders cost less. A version of it is never changed. */
export type DiscountTerms = {
  /** As customers read it. */
  name: string;
  gives: DiscountGift;
  goods: DiscountGoods;
  conditions: DiscountConditions;
  limits: DiscountLimits;
  /** Whether customers enter a code for it; otherwise it holds by itself. */
  needsCode: boolean;
  /** The times between which it holds (ms since 1970); null without a limit. */
  from: number | null;
  until: number | null;
  /** The rules that it may be combined with, by id; one of two that names the other is enough. */
  combinesWith: readonly string[];
};

export type DiscountRule = DiscountTerms & { id: string; version: number };
