import { beforeAll, describe, expect, it } from "vitest";
import { makeBrand, makeCategory } from "../harness/factories.ts";
import { randomFrom, wholeFrom } from "../harness/random.ts";
import { startTestShop } from "../harness/shop.ts";
import { askTrpc } from "../harness/transports.ts";
import { width } from "../harness/width.ts";

const pageSize = 7;
const shop = startTestShop({ pageSize });

/** Words that are their own stems, resemble none of the others, and begin none. */
const vocabulary = ["quork", "blivet", "zanth", "mupf", "fobb", "wrox"];
const productCount = 400;

type Made = {
  id: string;
  name: string[];
  category: string;
  brand: string;
  description: string[];
  isSoldOut: boolean;
  at: number;
};

/** The rank of a product for all words by the rules, without an index; nothing if it lacks one. */
function rankOf(product: Made, words: string[]): number | undefined {
  const { name, category, brand, description } = product;
  const within = (places: string[]) => words.every((word) => places.includes(word));
  const [first = "", ...rest] = words;
  const isPhrase =
    rest.length === 0
      ? name.at(-1) === first
      : words.slice(1).every((word, n) => name.some((other, place) => other === words[n] && name[place + 1] === word));
  if (isPhrase) return 0;
  if (within(name)) return 1;
  if (within([...name, category])) return 2;
  if (within([...name, category, brand])) return 3;
  const all = [...name, category, brand, ...description];
  if (!within(all)) return undefined;
  return words.some((word) => [...name, category, brand].includes(word)) ? 4 : 5;
}

describe("the order of a search", () => {
  let made: Made[] = [];

  beforeAll(async () => {
    const next = randomFrom(20261122);
    const pick = () => vocabulary[wholeFrom(next, 0, vocabulary.length - 1)] ?? "";
    const several = (most: number) => Array.from({ length: wholeFrom(next, 1, most) }, pick);
    const brands = new Map<string, string>();
    const categories = new Map<string, string>();
    for (const word of vocabulary) {
      brands.set(word, await makeBrand(shop.db, word));
      categories.set(word, await makeCategory(shop.db, word));
    }
    made = Array.from({ length: productCount }, () => ({
      id: crypto.randomUUID(),
      name: several(3),
      category: pick(),
      brand: pick(),
      description: several(4),
      // Many share a moment, so that the order has to fall back on the id.
      isSoldOut: next() < 0.3,
      at: Date.UTC(2026, 0, wholeFrom(next, 1, 9)),
    }));
    await shop.pool.query(
      `insert into products (id, name, brand_id, category_id, description, price_cents, count_in_stock, published_at, created_at)
       select id, name, brand_id, category_id, description, 100, count_in_stock, now(), created_at
       from json_populate_recordset(null::products, $1)`,
      [
        JSON.stringify(
          made.map(({ id, name, brand, category, description, isSoldOut, at }) => ({
            id,
            name: name.join(" "),
            brand_id: brands.get(brand),
            category_id: categories.get(category),
            description: description.join(" "),
            count_in_stock: isSoldOut ? 0 : 3,
            created_at: new Date(at),
          })),
        ),
      ],
    );
  });

  it("is that of the rules for any words, over all pages, with the number of all", async () => {
    const next = randomFrom(7);
    for (let query = 0; query < width.rankedSearches; query += 1) {
      const words = [
        ...new Set(Array.from({ length: wholeFrom(next, 1, 3) }, () => vocabulary[wholeFrom(next, 0, 5)] ?? "")),
      ];
      const expected = made
        .flatMap((product) => {
          const rank = rankOf(product, words);
          return rank === undefined ? [] : [{ ...product, rank }];
        })
        .toSorted(
          (a, b) =>
            a.rank - b.rank || Number(a.isSoldOut) - Number(b.isSoldOut) || b.at - a.at || (a.id < b.id ? 1 : -1),
        )
        .map(({ id }) => id);
      const found: unknown[] = [];
      const pages = Math.ceil(expected.length / pageSize);
      for (let pageNumber = 1; pageNumber <= pages + 1; pageNumber += 1) {
        const { body } = await askTrpc(shop, "catalog.list", { keyword: words.join(" "), pageNumber });
        expect(body, words.join(" ")).toMatchObject({ total: expected.length, pages, page: pageNumber });
        const { products } = Object(body);
        found.push(...products.map(({ _id }: { _id: string }) => _id));
      }
      expect(found, words.join(" ")).toEqual(expected);
    }
  });

  it("is the same when there are too many products to sort at once", async () => {
    const [count, batch] = [2_700, 450];
    for (let from = 0; from < count; from += batch)
      await shop.pool.query(
        `insert into products (id, name, description, brand_id, category_id, price_cents, count_in_stock, published_at, created_at)
       select gen_random_uuid(), case n % 3 when 0 then 'Pebble' when 1 then 'Pebble Stone' else 'Stone' end, 'A pebble.',
         (select id from brands limit 1), (select id from categories limit 1), 100, n % 5, now(),
         now() - n % 7 * interval '1 day' from generate_series($1::int + 1, $1::int + $2::int) n`,
        [from, batch],
      );
    const { rows } = await shop.pool.query<{ id: string }>(
      `select id from products where description = 'A pebble.'
       order by name <> 'Pebble', name <> 'Pebble Stone', count_in_stock = 0, created_at desc, id desc`,
    );
    const all = rows.map(({ id }) => id);
    const pages = Math.ceil(count / pageSize);
    const ofRank = count / 3 / pageSize;
    const places = [1, 2, ofRank, ofRank + 1, 2 * ofRank, 2 * ofRank + 1, pages - 1, pages, pages + 1].map(Math.floor);
    for (const pageNumber of places) {
      const { body } = await askTrpc(shop, "catalog.list", { keyword: "pebbles", pageNumber });
      expect(body).toMatchObject({ total: count, pages });
      const ids = Object(body).products.map(({ _id }: { _id: string }) => _id);
      expect(ids, `page ${pageNumber}`).toEqual(all.slice((pageNumber - 1) * pageSize, pageNumber * pageSize));
    }
  });
});
