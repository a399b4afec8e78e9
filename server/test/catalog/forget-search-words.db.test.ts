import { beforeAll, expect, it } from "vitest";
import { forgetSearchWords } from "../../src/domain/catalog/forget-search-words.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { waitForLock } from "../harness/locks.ts";
import { startTestShop } from "../harness/shop.ts";
import { productPageOf } from "../harness/transports.ts";

const shop = startTestShop({ poolMax: 4 });
let terms: { brandId: string; categoryId: string };

beforeAll(async () => {
  terms = { brandId: await makeBrand(shop.db, "Fernbank"), categoryId: await makeCategory(shop.db, "Kites") };
});

const named = (name: string, description = "") => makeProduct(shop.db, { name, description, ...terms });
const remove = (id: string) => shop.pool.query("update products set deleted_at = now() where id = $1", [id]);
const namesFor = async (keyword: string) => (await productPageOf(shop, { keyword })).products.map(({ name }) => name);
const dayPasses = () =>
  shop.pool.query("update search_vocabulary set unused_since = unused_since - interval '25 hours'");
const isKnown = async (word: string) =>
  (await shop.pool.query("select from search_vocabulary where word = $1", [word])).rowCount === 1;

it("Words of deleted products keep no misspelt word from being corrected, a day after they are found unused", async () => {
  const gone = await named("Zephyrine");
  await named("Zephyr kite");
  await remove(gone);
  expect(await namesFor("zephyrin")).toEqual([]);
  expect(await forgetSearchWords(shop.db)).toBe(0);
  expect(await isKnown("zephyrine")).toBe(true);
  expect(await forgetSearchWords(shop.db)).toBe(0);
  await dayPasses();
  expect(await forgetSearchWords(shop.db)).toBe(1);
  expect(await isKnown("zephyrine")).toBe(false);
  expect(await namesFor("zephyrin")).toEqual(["Zephyr kite"]);
});

it("Words of products, of synonyms, and words like and stay", async () => {
  const description = "Bright and über-light café lamps; running, berries and T-shirts. It's 40cm, naïve, Ωmega, 東京.";
  await named("Quilted well-being", description);
  await shop.pool.query(
    "insert into search_synonyms (id, words) values (gen_random_uuid(), '{mistral,north wind,slip-ons}')",
  );
  const before = await shop.pool.query<{ word: string }>("select word from search_vocabulary order by 1");
  for (let round = 0; round < 2; round += 1) {
    await forgetSearchWords(shop.db);
    await dayPasses();
  }
  const after = await shop.pool.query<{ word: string }>("select word from search_vocabulary order by 1");
  expect(after.rows).toEqual(before.rows);
});

it("A word that a product brings again is kept, also while it is being deleted", async () => {
  const words = ["alabaster", "basalt"];
  for (const word of words) await remove(await named(word));
  await forgetSearchWords(shop.db);
  await dayPasses();
  // One comes back before the deletion, and one while it is under way.
  await named("Alabaster bowl");
  const deleting = await shop.pool.connect();
  await deleting.query("begin; delete from search_vocabulary where word = 'basalt'");
  const brought = named("Basalt bowl");
  await waitForLock(shop.pool);
  await deleting.query("commit");
  deleting.release();
  await brought;
  expect(await forgetSearchWords(shop.db)).toBe(0);
  for (const word of words) {
    expect(await isKnown(word), word).toBe(true);
    expect(await namesFor(`${word.slice(0, -1)}x`), word).toHaveLength(1);
  }
});
