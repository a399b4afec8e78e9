import { createHash } from "node:crypto";

/** A word that about thirty products contain, whatever their number, in the name or only in the description. */
export const rareWord = "marigold";
/** A word that every tenth product contains, half of them only in the description. */
export const commonWord = "bamboo";

const hitCount = 30;
const commonStep = 10;
const reviewerCount = 40;
const reviewsOfMeasured = 12;
const minuteMs = 60_000;
const newest = Date.UTC(2026, 0, 1);

const qualities = "Everyday Quiet Folding Compact Alpine Nordic Coastal Heritage Studio Twilight Ember Solar".split(
  " ",
);
const materials = "Cotton Steel Walnut Linen Ceramic Leather Wool Glass Copper Oak Canvas Cork".split(" ");
const things =
  "Lamp Headphones Backpack Kettle Notebook Chair Speaker Jacket Watch Blanket Keyboard Bottle Mug Scarf Camera Tray Desk Clock Wallet Rug".split(
    " ",
  );
const purposes = ["for small homes", "for long journeys", "for early mornings", "for busy kitchens", "for the desk"];
const sentences = [
  "Made in small batches and checked by hand before it leaves the workshop.",
  "The surface takes a scratch without showing it and cleans with a damp cloth.",
  "Light enough to carry all day, sturdy enough to keep for years.",
  "Spare parts are available, and every screw can be reached with a common tool.",
  "Colours are muted on purpose, so that it fits with what is already there.",
  "It arrives assembled, in a box without plastic.",
  "Tested in a cold winter and a wet spring before we put it on the shelf.",
  "The second edition has a quieter hinge and a longer cable.",
];
const brandEnds = ["& Co", "Works", "Supply", "House", "Goods", "Atelier", "Labs", "Makers", "Union", "Trading"];
const rooms = "Kitchen Bedroom Office Garden Hallway Bathroom Balcony Workshop".split(" ");
const kinds = ["Lighting", "Furniture", "Textiles", "Tools", "Storage"];
const comments = [
  "Exactly as described, and it arrived a day early.",
  "Good value. The finish could be a little smoother, but I use it every day.",
  "My second one: the first went to my sister, who would not give it back.",
  "Does what it should. The instructions are short and clear.",
];
const syllables =
  "ve lor mi tan sel ka dro fin ul bre no quil sta ze por hem ly wex gar ib tro sen dal fi mor ash jun pel cor vi".split(
    " ",
  );

/** Generates a catalog of a given size, deterministically. */
export function generateCatalog(rows: number) {
  // As in natural languages and markets, both grow with the square root of the number of products.
  const growth = Math.sqrt(rows / 10_000);
  const words = Array.from({ length: Math.ceil(4_000 * growth) }, (_, n) => wordOf(n));
  const brandCount = Math.ceil(200 * growth);
  const pickWord = zipf(words);
  const pickBrand = zipf(Array.from({ length: brandCount }, (_, n) => idOf("brand", n)));
  const pickMaterial = zipf(materials);
  const pickThing = zipf(things);
  const measuredPlace = Math.floor(rows / 2);
  const step = Math.max(1, Math.floor(rows / hitCount));

  /** The product at a position of the catalog, newest first, with its reviews. */
  function drawProduct(place: number) {
    const next = randomFrom(place);
    const id = idOf("product", place);
    const createdAt = newest - place * minuteMs;
    const isRare = place % step === 0 && place < step * hitCount;
    const isRareByName = isRare && (place / step) % 2 === 0;
    const isCommonByName = !isRareByName && place % (2 * commonStep) === 3;
    const isCommon = isCommonByName || place % (2 * commonStep) === 3 + commonStep;
    const material = isRareByName ? capital(rareWord) : isCommonByName ? capital(commonWord) : pickMaterial(next);
    const thing = pickThing(next);
    const model = next() < 0.6 ? ` ${capital(pickWord(next))}` : "";
    const about = Array.from({ length: 2 }, () => pick(sentences, next)).join(" ");
    const series = `Goes with ${pickWord(next)}, ${pickWord(next)} and ${pickWord(next)}.`;
    const also = `${isRare ? ` Also in ${rareWord}.` : ""}${isCommon ? ` Also in ${commonWord}.` : ""}`;
    const reviewCount = place === measuredPlace ? reviewsOfMeasured : place % 12 < 4 ? place % 4 : 0;
    const reviews = Array.from({ length: reviewCount }, (_, n) => ({
      id: idOf(`review ${place}`, n),
      product_id: id,
      user_id: idOf("reviewer", n),
      name: `Reviewer ${n + 1}`,
      rating: 3 + Math.floor(next() * 3),
      comment: pick(comments, next),
      created_at: new Date(createdAt + (n + 1) * minuteMs).toISOString(),
    }));
    const timestamp = new Date(createdAt).toISOString();
    return {
      id,
      name: `${pick(qualities, next)} ${material} ${thing}${model}`,
      image: `/uploads/${id}.webp`,
      brand_id: pickBrand(next),
      category_id: idOf("category", Math.floor(next() * rooms.length * kinds.length)),
      description: `A ${thing.toLowerCase()} ${pick(purposes, next)}. ${about} ${series}${also}`,
      price_cents: 499 + Math.floor(next() * 50_000),
      count_in_stock: Math.floor(next() * 120),
      rating_sum: reviews.reduce((sum, review) => sum + review.rating, 0),
      num_reviews: reviews.length,
      created_at: timestamp,
      updated_at: timestamp,
      published_at: timestamp,
      user_id: idOf("reviewer", 0),
      reviews,
    };
  }

  return {
    reviewers: Array.from({ length: reviewerCount }, (_, n) => ({
      id: idOf("reviewer", n),
      name: `Reviewer ${n + 1}`,
      email: `reviewer${n + 1}@example.com`,
      password_hash: "none",
    })),
    brands: Array.from({ length: brandCount }, (_, n) => ({
      id: idOf("brand", n),
      name: `${capital(wordOf(n * 7 + 11))} ${at(brandEnds, n)}`,
    })),
    categories: rooms.flatMap((room, place) =>
      kinds.map((kind, n) => ({ id: idOf("category", place * kinds.length + n), name: `${room} ${kind}` })),
    ),
    /** The generated words, the most frequent first. */
    words,
    drawProduct,
    /** A product from the middle of the catalog, with reviews. */
    measuredId: idOf("product", measuredPlace),
  };
}

/** A word that is unique to its number; frequent words are short. */
function wordOf(n: number): string {
  const base = syllables.length;
  const length = n < base ** 2 ? 2 : n < base ** 3 ? 3 : 4;
  let rest = n;
  let word = "";
  for (let k = 0; k < length; k += 1) {
    // Shifted, so that words of adjacent rank do not look alike.
    word += at(syllables, rest + k * 7 + word.length * 3);
    rest = Math.floor(rest / base);
  }
  return word;
}

function idOf(kind: string, n: number): string {
  const bytes = createHash("sha256").update(`${kind} ${n}`).digest().subarray(0, 16);
  // Like sequentially created ids: their order is that of the numbers.
  bytes.writeUIntBE(newest - n, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Pseudo-random numbers from 0 (inclusive) to 1 (exclusive), determined by the seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws from Zipf's distribution: the n-th value is drawn with a frequency proportional to 1/n. */
function zipf(values: string[]): (next: () => number) => string {
  let sum = 0;
  const upTo = values.map((_, rank) => (sum += 1 / (rank + 1)));
  return (next) => {
    const sample = next() * sum;
    let low = 0;
    let high = upTo.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 0) > sample) high = middle;
      else low = middle + 1;
    }
    return at(values, low);
  };
}

function pick(words: string[], next: () => number): string {
  return at(words, Math.floor(next() * words.length));
}

function at(words: string[], place: number): string {
  return words[place % words.length] ?? "";
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
