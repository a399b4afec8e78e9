import { createHash } from "node:crypto";
import pg from "pg";

/** What the benchmark asks for in a filled shop. */
export type Filled = {
  /** A product from the middle of the catalogue, with reviews. */
  productId: string;
  /** A word that about thirty products hold, in the name or only in the description. */
  keyword: string;
};

const brandCount = 200;
const hitCount = 30;
const reviewerCount = 40;
const reviewsOfMeasured = 12;
const batch = 5_000;
const minuteMs = 60_000;
const newest = Date.UTC(2026, 0, 1);

const keyword = "marigold";
const qualities = "Quiet Everyday Folding Compact Alpine Nordic Coastal Heritage Studio Twilight Ember Solar".split(
  " ",
);
const materials = "Walnut Linen Steel Ceramic Leather Bamboo Wool Glass Copper Cotton Oak Canvas Cork".split(" ");
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
const brandStarts =
  "Alder Birch Cedar Dune Echo Fjord Grove Harbor Iris Juniper Kestrel Larch Meadow North Orchard Pine Quill River Stone Tidal".split(
    " ",
  );
const brandEnds = ["& Co", "Works", "Supply", "House", "Goods", "Atelier", "Labs", "Makers", "Union", "Trading"];
const rooms = "Kitchen Bedroom Office Garden Hallway Bathroom Balcony Workshop".split(" ");
const kinds = ["Lighting", "Furniture", "Textiles", "Tools", "Storage"];
const comments = [
  "Exactly as described, and it arrived a day early.",
  "Good value. The finish could be a little smoother, but I use it every day.",
  "My second one: the first went to my sister, who would not give it back.",
  "Does what it should. The instructions are short and clear.",
];

/**
 * Fills an empty, migrated database with a catalogue that is the same on every
 * run, and leaves it as autovacuum would have left it by the next morning.
 */
export async function fill(url: string, rows: number): Promise<Filled> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const reviewers = Array.from({ length: reviewerCount }, (_, n) => ({
      id: idOf("reviewer", n),
      name: `Reviewer ${n + 1}`,
      email: `reviewer${n + 1}@example.com`,
      password_hash: "none",
    }));
    const brands = Array.from({ length: brandCount }, (_, n) => ({
      id: idOf("brand", n),
      name: `${at(brandStarts, n)} ${at(brandEnds, Math.floor(n / brandStarts.length))}`,
    }));
    const categories = rooms.flatMap((room, place) =>
      kinds.map((kind, n) => ({ id: idOf("category", place * kinds.length + n), name: `${room} ${kind}` })),
    );
    const owner = idOf("reviewer", 0);
    await insert(client, "users", reviewers);
    await insert(client, "brands", brands);
    await insert(client, "categories", categories);
    for (let from = 0; from < rows; from += batch) {
      const products = Array.from({ length: Math.min(batch, rows - from) }, (_, n) => drawProduct(from + n, rows));
      await insert(
        client,
        "products",
        products.map(({ reviews: _, ...product }) => ({ ...product, user_id: owner })),
      );
      await insert(
        client,
        "reviews",
        products.flatMap(({ reviews }) => reviews),
      );
    }
    await client.query("vacuum (analyze)");
  } finally {
    await client.end();
  }
  return { productId: idOf("product", measuredPlace(rows)), keyword };
}

function measuredPlace(rows: number): number {
  return Math.floor(rows / 2);
}

/** The product at a place of the catalogue, the newest first, with its reviews. */
function drawProduct(place: number, rows: number) {
  const next = randomFrom(place);
  const id = idOf("product", place);
  const createdAt = newest - place * minuteMs;
  const step = Math.max(1, Math.floor(rows / hitCount));
  const isHit = place % step === 0 && place < step * hitCount;
  const isHitByName = isHit && (place / step) % 2 === 0;
  const thing = pick(things, next);
  const name = `${pick(qualities, next)} ${isHitByName ? "Marigold" : pick(materials, next)} ${thing}`;
  const about = Array.from({ length: 3 }, () => pick(sentences, next)).join(" ");
  const reviews = Array.from({ length: place === measuredPlace(rows) ? reviewsOfMeasured : place % 4 }, (_, n) => ({
    id: idOf(`review ${place}`, n),
    product_id: id,
    user_id: idOf("reviewer", n),
    name: `Reviewer ${n + 1}`,
    rating: 3 + Math.floor(next() * 3),
    comment: pick(comments, next),
    created_at: new Date(createdAt + (n + 1) * minuteMs).toISOString(),
  }));
  const moment = new Date(createdAt).toISOString();
  return {
    id,
    name,
    image: `/uploads/${id}.webp`,
    brand_id: idOf("brand", Math.floor(next() * brandCount)),
    category_id: idOf("category", Math.floor(next() * rooms.length * kinds.length)),
    description: `A ${thing.toLowerCase()} ${pick(purposes, next)}. ${about}${isHit ? " Also in marigold." : ""}`,
    price_cents: 499 + Math.floor(next() * 50_000),
    count_in_stock: Math.floor(next() * 120),
    rating_sum: reviews.reduce((sum, review) => sum + review.rating, 0),
    num_reviews: reviews.length,
    created_at: moment,
    updated_at: moment,
    published_at: moment,
    reviews,
  };
}

/** One statement for all rows: PostgreSQL reads them out of a single JSON parameter. */
async function insert(client: pg.Client, table: string, rows: Record<string, unknown>[]) {
  const columns = Object.keys(rows[0] ?? {}).join(", ");
  if (columns === "") return;
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

function idOf(kind: string, n: number): string {
  const bytes = createHash("sha256").update(`${kind} ${n}`).digest().subarray(0, 16);
  // As ids made one after the other: their order is that of the number.
  bytes.writeUIntBE(newest - n, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Numbers from 0 up to 1 that depend on the seed alone (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function pick(words: string[], next: () => number): string {
  return at(words, Math.floor(next() * words.length));
}

function at(words: string[], place: number): string {
  return words[place % words.length] ?? "";
}
