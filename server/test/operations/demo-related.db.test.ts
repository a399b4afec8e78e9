import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { seedDemo } from "../../src/demo/seed.ts";
import { openFolder, type Storage } from "../../src/infra/storage.ts";
import { startTestShop } from "../harness/shop.ts";
import { askTrpc } from "../harness/transports.ts";

const shop = startTestShop();
const stocked: Storage = { ...openFolder("nowhere"), write: async () => undefined, has: async () => true };

beforeAll(() =>
  seedDemo({ db: shop.db, url: shop.databaseUrl, storage: stocked, firstAdmin: undefined, log: () => undefined }),
);

/** The beginning of a product's name, what stands for its related products, and how many of the four must be such. */
const judged: readonly [product: string, related: RegExp, atLeast: number][] = [
  ["Halden Over-Ear Headphones", /headphones|earbuds/i, 3],
  ["Pip True Wireless Earbuds", /headphones|earbuds/i, 3],
  ["Harbor Portable Speaker", /speaker/i, 2],
  ["Wren Compact Mirrorless Camera", /camera/i, 4],
  ["Swift Folding Drone", /drone/i, 2],
  ["Feather 13 Laptop", /laptop/i, 2],
  ["Clack 75 Mechanical Keyboard", /keyboard/i, 2],
  ["Tempo Daily Running Shoes", /shoes|sneakers|boots|loafers/i, 4],
  ["Mistral Packable Rain Jacket", /jacket|coat|parka|anorak|blazer|vest/i, 3],
  ["Solène Linen Midi Dress", /dress/i, 1],
  ["Transit 22L Commuter Backpack", /pack|tote|duffel/i, 4],
  ["Marais Leather Tote", /pack|tote|duffel/i, 4],
  ["Lagune Blanket Scarf", /scarf/i, 1],
];

it.each(judged)("The demo shop shows beside %s what is like it", async (name, related, atLeast) => {
  const { rows } = await shop.pool.query("select id from products where name ilike $1 order by id limit 1", [
    `${name}%`,
  ]);
  expect(rows).toHaveLength(1);
  const { body } = await askTrpc(shop, "catalog.recommended", { id: rows[0]?.id });
  const names = z
    .array(z.object({ name: z.string() }))
    .parse(body)
    .map((product) => product.name);
  expect(names).toHaveLength(4);
  const like = names.filter((each) => related.test(each));
  expect(like.length, names.join(", ")).toBeGreaterThanOrEqual(atLeast);
});

it("The demo shop shows no sunglasses beside headphones, and no headphones beside clothes", async () => {
  const { rows } = await shop.pool.query(`
    select c.name as category, array_agg(distinct oc.name) as others from product_recommendations r
      join products p on p.id = r.product_id join categories c on c.id = p.category_id
      cross join unnest(r.recommended_ids[1:2]) other_id join products o on o.id = other_id join categories oc on oc.id = o.category_id
    group by c.name`);
  const others = new Map(rows.map(({ category, others: names }) => [category, names]));
  expect(others.get("Audio")).toEqual(["Audio"]);
  expect(others.get("Clothing")?.filter((name: string) => !["Clothing", "Outerwear"].includes(name))).toEqual([]);
});
