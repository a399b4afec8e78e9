/**
 * What people write in a search besides what they look for. Phrases of small letters; the longest that fits counts.
 * Amounts and names of colors and sizes come from the shop.
 */

/** Before an amount: which side of it a price is on. */
export const pricePhrases = {
  upTo: [
    "under",
    "below",
    "less than",
    "for less than",
    "for under",
    "cheaper than",
    "up to",
    "at most",
    "no more than",
    "not more than",
    "max",
    "max.",
    "maximum",
    "within",
    "<",
    "<=",
  ],
  from: ["over", "above", "more than", "at least", "from", "starting at", "min", "min.", "minimum", ">", ">="],
  around: ["around", "about", "approximately", "roughly", "circa", "ca.", "~"],
} as const;

/** Between the two amounts of a range, after these words or without any. */
export const rangeStarts = ["from", "between"] as const;
export const rangeMiddles = ["to", "and", "-", "–", "until"] as const;

/** How far a price may be from one that it is to be around. */
export const aroundShare = 0.2;
/** A range without a word or a currency begins at this amount at the least: `2 to 3` is no price. */
export const bareRangeMin = 10;

/** After a number that is no amount: "under 2 lb". */
export const unitWords: ReadonlySet<string> = new Set(
  (
    "inch inches cm mm m km ft feet foot yd yards mi miles ml cl l liter liters litre litres oz ounce ounces lb lbs " +
    "g gram grams kg mg w watt watts kw wh kwh mah ah v volt volts hz khz mhz ghz gb tb mb kb mp megapixel megapixels k % " +
    "percent degrees ° hour hours hrs h minute minutes min seconds day days week weeks month months year years yrs " +
    "piece pieces pcs pack packs people persons players star stars rpm mph kmh fps lumens nits db dpi points sizes colors"
  ).split(" "),
);

/** Amounts of other currencies than the shop's are none. */
export const otherCurrencyWords: ReadonlySet<string> = new Set(
  (
    "dollar dollars buck bucks usd euro euros eur pound pounds gbp quid yen jpy franc francs chf krona kronor kroner sek " +
    "nok dkk zloty pln koruna czk forint huf rupee rupees inr yuan rmb cny won krw cad aud peso pesos mxn real reais brl"
  ).split(" "),
);
/** What people call a currency besides its name. */
export const currencyNicknames: Readonly<Record<string, readonly string[]>> = {
  USD: ["buck", "bucks", "dollar", "dollars"],
  CAD: ["dollar", "dollars", "bucks"],
  AUD: ["dollar", "dollars", "bucks"],
  GBP: ["quid", "pound", "pounds"],
  EUR: ["euro", "euros"],
};

/** Phrases that stand for a filter or an order on their own. */
export const phraseRules = [
  {
    kind: "inStock",
    value: "",
    phrases: ["in stock", "in-stock", "available now", "available", "ready to ship", "not sold out"],
  },
  {
    kind: "onSale",
    value: "",
    phrases: ["on sale", "in sale", "on offer", "discounted", "reduced", "special offer", "special offers", "deals"],
  },
  {
    kind: "sort",
    value: "newest",
    phrases: ["new", "newest", "latest", "new arrivals", "new in", "just in", "what is new", "what's new", "whats new"],
  },
  {
    kind: "sort",
    value: "price-up",
    phrases: [
      "cheap",
      "cheapest",
      "cheaper",
      "inexpensive",
      "affordable",
      "low price",
      "low cost",
      "low-cost",
      "budget",
    ],
  },
  { kind: "sort", value: "price-down", phrases: ["most expensive", "dearest", "priciest"] },
  {
    kind: "rating",
    value: "4",
    phrases: [
      "well rated",
      "well-rated",
      "highly rated",
      "highly-rated",
      "top rated",
      "top-rated",
      "well reviewed",
      "good reviews",
      "good ratings",
      "great reviews",
    ],
  },
  {
    kind: "sort",
    value: "rating",
    phrases: ["best rated", "best-rated", "best reviewed", "highest rated", "best reviews", "most loved"],
  },
  {
    kind: "sort",
    value: "bestselling",
    phrases: ["best selling", "best-selling", "bestselling", "bestsellers", "most popular"],
  },
] as const;

/** After a number of stars. */
export const starWords: ReadonlySet<string> = new Set(["star", "stars"]);
export const numberWords: ReadonlyMap<string, number> = new Map([
  ["one", 1],
  ["two", 2],
  ["three", 3],
  ["four", 4],
  ["five", 5],
]);
/** After the stars. */
export const upwards = ["and up", "and more", "or more", "or better", "or higher", "and above", "plus"] as const;

/** Options and facts by whose values a question can ask for a color or a size. */
export const colorNames = /^(?:main )?colou?r$/i;
export const sizeNames = /(?:^| )(?:size|waist|inseam)$/i;
/** Before a size; the name of its option can stand there as well. */
export const sizeStarts = ["in size", "size", "in a size", "in an", "in a", "in"] as const;

/** Words that ask for something and do not say what. They count where products are called so, such as gift cards. */
export const askingWords: ReadonlySet<string> = new Set(
  (
    "gift gifts present presents something anything someone somebody anybody idea ideas stuff thing things looking look " +
    "find need want buy show recommend suggestion suggestions best good great nice perfect wear use using " +
    "who whom takes take taking likes like loves love enjoys enjoy"
  ).split(" "),
);
