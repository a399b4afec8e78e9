import { productSchema } from "@shop/shared/catalog/catalog";
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { actsOn } from "../harness/admin.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { complaintsOf, type Member, makeAdmin } from "../harness/test-client.ts";

const shop = startTestShop({ clientDir: makeClientDir() });
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

const make = (...names: string[]) => Promise.all(names.map((name) => makeProduct(shop.db, { name })));
const groupSchema = z.strictObject({
  siblings: z.array(
    z.strictObject({ _id: z.string(), name: z.string(), image: z.string(), label: z.string(), isDraft: z.boolean() }),
  ),
  version: z.uuid().nullable(),
});
const read = async (id: string) =>
  groupSchema.parse((await admin.trpc("query", "admin.products.siblings", { id })).body);
type Wanted = [productId: string, label: string][];
const trySave = (id: string, version: string | null, wanted: Wanted) =>
  admin.trpc("mutation", "admin.products.saveSiblings", {
    id,
    version,
    siblings: wanted.map(([productId, label]) => ({ productId, label })),
  });
async function save(id: string, wanted: Wanted) {
  const { status, body } = await trySave(id, (await read(id)).version, wanted);
  expect(status, JSON.stringify(body)).toBe(200);
  return groupSchema.parse(body);
}
/** What a customer sees of each: "Green: Green shirt". */
async function shown(id: string): Promise<string[] | undefined> {
  const product = productSchema.parse(await (await fetch(`${shop.origin}/api/products/${id}`)).json());
  return product.siblings?.map(({ label, name }) => `${label}: ${name}`);
}

it("Siblings are shown by each of them in their order, as soon as they are saved, and no more when they are ended", async () => {
  const [green = "", red = ""] = await make("Green shirt", "Red shirt");
  expect(await shown(green)).toBeUndefined();
  await save(green, [
    [red, "Red"],
    [green, "Green"],
  ]);
  for (const id of [green, red]) expect(await shown(id)).toEqual(["Red: Red shirt", "Green: Green shirt"]);
  const page = await (await fetch(`${shop.origin}/product/${red}`)).text();
  expect(page).toContain("Green shirt");

  // From the other side, with another label.
  await save(red, [
    [green, "Olive"],
    [red, "Red"],
  ]);
  expect(await shown(green)).toEqual(["Olive: Green shirt", "Red: Red shirt"]);
  await shop.pool.query("update products set name = 'Crimson shirt' where id = $1", [red]);
  expect(await shown(green)).toEqual(["Olive: Green shirt", "Red: Crimson shirt"]);

  expect(await save(green, [])).toEqual({ siblings: [], version: null });
  for (const id of [green, red]) expect(await shown(id)).toBeUndefined();
  expect((await actsOn(shop, green)).map(({ changes }) => changes)).toContainEqual({
    siblings: ["", "Red: Red shirt\nGreen: Green shirt"],
  });
});

it("Drafts and withdrawn products are not shown, and are as soon as they are published", async () => {
  const [one = "", two = "", three = ""] = await make("One", "Two", "Three");
  await shop.pool.query("update products set published_at = null where id = $1", [two]);
  await save(one, [
    [one, "1"],
    [two, "2"],
    [three, "3"],
  ]);
  expect(await shown(one)).toEqual(["1: One", "3: Three"]);
  await shop.pool.query("update products set published_at = now() where id = $1", [two]);
  expect(await shown(one)).toEqual(["1: One", "2: Two", "3: Three"]);
  for (const id of [two, three]) await admin.rest("DELETE", `/api/products/${id}`);
  expect(await shown(one)).toBeUndefined();
  expect((await read(one)).siblings.map(({ label }) => label)).toEqual(["1"]);
});

it("A product is in one group, and a group has no product and no label twice", async () => {
  const [one = "", two = "", three = ""] = await make("One", "Two", "Three");
  await save(one, [
    [one, "1"],
    [two, "2"],
  ]);
  const refused: [Wanted, string[]][] = [
    [[[three, "3"]], ["siblings"]],
    [
      [
        [one, "1"],
        [two, "2"],
      ],
      ["siblings"],
    ],
    [
      [
        [three, "3"],
        [two, "2"],
      ],
      ["siblings.1.productId"],
    ],
    [
      [
        [three, "Same"],
        [await makeProduct(shop.db), "same"],
      ],
      ["siblings.1.label"],
    ],
    [
      [
        [three, "3"],
        [three, "4"],
      ],
      ["siblings.1.productId"],
    ],
    [
      [
        [three, "3"],
        ["01900000-0000-7000-8000-000000000000", "4"],
      ],
      ["siblings.1.productId"],
    ],
    [
      [
        [three, " "],
        [await makeProduct(shop.db), "4"],
      ],
      ["siblings.0.label"],
    ],
  ];
  for (const [wanted, paths] of refused) {
    const reply = await trySave(three, null, wanted);
    expect(reply, JSON.stringify(wanted)).toMatchObject({ status: 400, code: "VALIDATION" });
    expect(complaintsOf(reply)).toEqual(paths);
  }
  expect(await read(three)).toEqual({ siblings: [], version: null });
  expect(await shown(one)).toEqual(["1: One", "2: Two"]);
  expect((await trySave("01900000-0000-7000-8000-000000000000", null, [])).status).toBe(404);
});

it("Admins who change a group at the same time do not overwrite each other", async () => {
  const ids = await make("One", "Two", "Three", "Four");
  const [one = "", two = "", three = "", four = ""] = ids;
  const { version } = await save(one, [
    [one, "1"],
    [two, "2"],
  ]);
  const replies = await Promise.all([
    trySave(one, version, [
      [one, "1"],
      [two, "2"],
      [three, "3"],
    ]),
    trySave(two, version, [
      [two, "2"],
      [one, "1"],
      [four, "4"],
    ]),
  ]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { rows } = await shop.pool.query(
    "select count(*)::int as products, count(distinct group_id)::int as groups from product_siblings where product_id = any($1)",
    [ids],
  );
  expect(rows).toEqual([{ products: 3, groups: 1 }]);
  // Both want the same product for groups of their own.
  const [five = "", six = "", seven = ""] = await make("Five", "Six", "Seven");
  const both = await Promise.all(
    [five, six].map((id) =>
      trySave(id, null, [
        [id, "a"],
        [seven, "b"],
      ]),
    ),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});
