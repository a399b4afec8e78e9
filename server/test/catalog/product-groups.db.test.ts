import { productPageSchema, productSchema } from "@shop/shared/catalog/catalog";
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { actsOn } from "../harness/admin.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { orderOf } from "../harness/ordering.ts";
import { faultsOfGroups } from "../harness/product-groups.ts";
import { startTestShop } from "../harness/shop.ts";
import { finishTermWork } from "../harness/term-work.ts";
import { complaintsOf, type Member, makeAdmin, makeCustomer } from "../harness/test-client.ts";

const shop = startTestShop({ clientDir: makeClientDir() });
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

const make = async (...names: string[]) => {
  const ids: string[] = [];
  for (const name of names) ids.push(await makeProduct(shop.db, { name }));
  return ids;
};
const groupSchema = z
  .looseObject({
    version: z.int(),
    variants: z.array(
      z.looseObject({ _id: z.string(), name: z.string(), values: z.array(z.int()), countInStock: z.int() }),
    ),
    defaultId: z.string().nullable(),
  })
  .nullable();
const read = async (id: string) => groupSchema.parse((await admin.trpc("query", "admin.products.group", { id })).body);

type Wanted = [productId: string | null, size: string, color?: string][];
const optionOf = (name: string, labels: (string | undefined)[]) => {
  const known = [...new Set(labels.flatMap((label) => label ?? []))];
  return { option: { name, values: known.map((label) => ({ label, swatch: "" })) }, known };
};
function inputOf(id: string, version: number | null, wanted: Wanted, more: object = {}) {
  const sizes = optionOf(
    "Size",
    wanted.map(([, size]) => size),
  );
  const colors = optionOf(
    "Color",
    wanted.map(([, , color]) => color),
  );
  return {
    id,
    version,
    name: "Linen Shirt",
    options: [sizes.option, ...(colors.known.length > 0 ? [colors.option] : [])],
    variants: wanted.map(([productId, size, color]) => ({
      productId,
      values: [sizes.known.indexOf(size), ...(color === undefined ? [] : [colors.known.indexOf(color)])],
    })),
    defaultVariant: null,
    sizeGuide: null,
    ...more,
  };
}
const trySave = (id: string, version: number | null, wanted: Wanted, more?: object) =>
  admin.trpc("mutation", "admin.products.saveGroup", inputOf(id, version, wanted, more));
async function save(id: string, wanted: Wanted, more?: object) {
  const { status, body } = await trySave(id, (await read(id))?.version ?? null, wanted, more);
  expect(status, JSON.stringify(body)).toBe(200);
  return groupSchema.parse(body);
}
const productAt = async (id: string) =>
  productSchema.parse(await (await fetch(`${shop.origin}/api/products/${id}`)).json());
/** What a customer sees of the group of a product: "M, Sand" for each variant. */
async function shown(id: string): Promise<string[] | undefined> {
  const { group } = await productAt(id);
  return group?.variants.map(({ values }) =>
    values.map((value, place) => group.options[place]?.values[value]?.label).join(", "),
  );
}
const listed = async (query = "") => {
  const pages = productPageSchema.parse(await (await fetch(`${shop.origin}/api/products${query}`)).json());
  return pages.products.map(({ _id }) => _id);
};

it("Every variant tells of all, as soon as they are saved, and no more when the group is ended", async () => {
  const [small = "", large = ""] = await make("Linen Shirt", "Linen Shirt");
  expect(await shown(small)).toBeUndefined();
  await save(small, [
    [large, "L", "Sand"],
    [small, "S", "Sand"],
  ]);
  for (const id of [small, large]) expect(await shown(id)).toEqual(["L, Sand", "S, Sand"]);
  expect(await productAt(small)).toMatchObject({ name: "Linen Shirt", variant: "S, Sand" });
  expect(await (await fetch(`${shop.origin}/product/${large}`)).text()).toContain("Sand");
  expect(await faultsOfGroups(shop.db)).toEqual([]);

  // From the other side, with another label.
  await save(large, [
    [small, "Small", "Sand"],
    [large, "L", "Sand"],
  ]);
  expect(await shown(small)).toEqual(["Small, Sand", "L, Sand"]);
  const version = (await read(small))?.version ?? 0;
  expect((await admin.trpc("mutation", "admin.products.endGroup", { id: small, version })).status).toBe(200);
  for (const id of [small, large]) {
    expect(await shown(id)).toBeUndefined();
    expect((await productAt(id)).variant).toBeUndefined();
  }
  expect(await faultsOfGroups(shop.db)).toEqual([]);
  expect((await actsOn(shop, small)).map(({ changes }) => changes)).toContainEqual({
    options: ["", "Size: L, S\nColor: Sand"],
    variants: ["", "L, Sand\nS, Sand"],
  });
});

it("A missing variant is made like the product, for sale and with nothing in stock, and takes its stock like any product", async () => {
  const [shirt = ""] = await make("Linen Shirt");
  const group = await save(shirt, [
    [shirt, "S"],
    [null, "M"],
  ]);
  const made = group?.variants[1];
  expect(made).toMatchObject({ name: "Linen Shirt", values: [1], countInStock: 0 });
  expect(await productAt(made?._id ?? "")).toMatchObject({ price: 10, countInStock: 0, variant: "M" });
  await shop.pool.query("update products set count_in_stock = 4 where id = $1", [made?._id]);
  expect((await productAt(shirt)).group?.variants.map(({ countInStock }) => countInStock)).toEqual([10, 4]);
});

it("A missing variant of a gift card is one, too", async () => {
  const [card = ""] = await make("Gift Card");
  await shop.pool.query("insert into product_trade (product_id, tax_class) values ($1, 'gift-card')", [card]);
  const group = await save(card, [
    [card, "S"],
    [null, "M"],
  ]);
  for (const variant of group?.variants ?? []) expect(await productAt(variant._id)).toMatchObject({ isGiftCard: true });
});

it("A group is copied whole: drafts with nothing in stock and no codes, in a group of their own", async () => {
  const [small = "", medium = "", single = ""] = await make("Copied Shirt", "Copied Shirt", "Single");
  await shop.pool.query(
    "insert into product_images (product_id, position, image) values ($1, 1, '/uploads/further.webp')",
    [medium],
  );
  await shop.pool.query(
    "insert into product_trade (product_id, sku, cost_cents, tax_class) values ($1, 'COPY-1', 420, 'reduced')",
    [medium],
  );
  const before = await save(
    small,
    [
      [small, "S"],
      [medium, "M"],
    ],
    { defaultVariant: 1 },
  );
  const reply = await admin.trpc("mutation", "admin.products.duplicateGroup", { id: medium });
  const copy = z.looseObject({ _id: z.string() }).parse(reply.body);
  expect(copy).toMatchObject({
    name: "Copy of Copied Shirt",
    isDraft: true,
    countInStock: 0,
    images: [{ image: "/uploads/further.webp" }],
    trade: { sku: "", cost: 4.2, taxClass: "reduced" },
  });
  const group = await read(copy._id);
  expect(group).toMatchObject({
    ...before,
    version: 1,
    defaultId: copy._id,
    variants: [{ values: [0] }, { values: [1] }],
  });
  expect(await read(small)).toEqual(before);
  expect((await admin.trpc("mutation", "admin.products.duplicateGroup", { id: single })).status).toBe(404);
  expect(await faultsOfGroups(shop.db)).toEqual([]);
});

it("A list has one entry for each group: the default variant while it is in stock, else the first that is", async () => {
  const [small = "", medium = "", large = "", single = ""] = await make("Shirt S", "Shirt M", "Shirt L", "Single");
  await shop.pool.query("update products set price_cents = 900 where id = $1", [large]);
  const wanted: Wanted = [
    [small, "S"],
    [medium, "M"],
    [large, "L"],
  ];
  await save(medium, wanted, { defaultVariant: 1 });
  const ofGroup = (ids: string[]) => ids.filter((id) => [small, medium, large, single].includes(id));
  const entry = async () => {
    const found = ofGroup(await listed());
    expect(found).toHaveLength(2);
    expect(ofGroup(await listed("?keyword=shirt"))).toHaveLength(1);
    return found.find((id) => id !== single);
  };
  expect(await entry()).toBe(medium);
  const { products } = productPageSchema.parse(await (await fetch(`${shop.origin}/api/products`)).json());
  expect(products.find(({ _id }) => _id === medium)?.variants).toEqual({
    count: 3,
    fromPrice: 9,
    isOnePrice: false,
    swatches: [],
    choices: "3 sizes",
  });
  expect(ofGroup(await listed("?variants=all")).toSorted()).toEqual([small, medium, large, single].toSorted());
  expect(ofGroup(await listed("?keyword=shirt&variants=all")).toSorted()).toEqual([small, medium, large].toSorted());
  const sellOut = (id: string) => shop.pool.query("update products set count_in_stock = 0 where id = $1", [id]);
  await sellOut(medium);
  expect(await entry()).toBe(small);
  await sellOut(small);
  expect(await entry()).toBe(large);
  await sellOut(large);
  expect(await entry()).toBe(medium);
  expect((await fetch(`${shop.origin}/api/products?variants=some`)).status).toBe(400);
});

it("The list of admins has one line for each group with the variants that match, and says how many products that are", async () => {
  const brandId = await makeBrand(shop.db, "Fold & Co");
  const makeOwn = (name: string, more: object = {}) => makeProduct(shop.db, { name, brandId, ...more });
  const [small, medium, single] = [
    await makeOwn("Smock"),
    await makeOwn("Smock", { publishedAt: null }),
    await makeOwn("Clog"),
  ];
  await save(small, [
    [small, "Petite"],
    [medium, "Grand"],
  ]);
  const pageSchema = z.object({
    total: z.int(),
    products: z.int(),
    rows: z.array(
      z.object({
        _id: z.uuid(),
        group: z.object({ name: z.string(), variants: z.array(z.looseObject({ _id: z.uuid() })) }).optional(),
      }),
    ),
  });
  const page = async (input: object) =>
    pageSchema.parse((await admin.trpc("query", "admin.products.page", { brand: brandId, ...input })).body);
  const all = await page({ isGrouped: true, sort: "createdAt" });
  expect([all.total, all.products]).toEqual([2, 3]);
  expect(all.rows.map(({ _id, group }) => [_id, group?.variants.map((variant) => variant._id)])).toEqual([
    [small, [small, medium]],
    [single, undefined],
  ]);
  // What alone matches of a group is a line like any other.
  const drafts = await page({ isGrouped: true, state: "draft" });
  expect([drafts.total, drafts.products, drafts.rows]).toEqual([1, 1, [{ _id: medium }]]);
  expect((await page({ isGrouped: true, search: "smock" })).rows).toHaveLength(1);
  const each = await page({});
  expect([each.total, each.products]).toEqual([3, 3]);
});

it("A search that means a variant finds that variant", async () => {
  const [sand = "", green = ""] = await make("Gauze Tunic", "Gauze Tunic");
  await save(sand, [
    [sand, "One", "Sand"],
    [green, "One", "Bottlegreen"],
  ]);
  expect(await listed("?keyword=bottlegreen+tunic")).toEqual([green]);
  expect(await listed("?keyword=sand+tunic")).toEqual([sand]);
  expect(await listed("?keyword=tunic")).toEqual([sand]);
});

it("A renamed brand is found by its new name with the variant, and its work ends", async () => {
  const brandId = await makeBrand(shop.db, "Oldbrand");
  const id = await makeProduct(shop.db, { name: "Renamed Tunic", brandId });
  await save(id, [[id, "Extralong"]]);
  await shop.pool.query("update brands set name = 'Newbrand' where id = $1", [brandId]);
  await finishTermWork(shop.db);
  expect(await listed("?keyword=newbrand+extralong")).toEqual([id]);
  const { rows } = await shop.pool.query("select from renamed_terms");
  expect(rows).toEqual([]);
});

it("Drafts and withdrawn products are not shown, and are as soon as they are published", async () => {
  const [one = "", two = "", three = ""] = await make("One", "Two", "Three");
  await shop.pool.query("update products set published_at = null where id = $1", [one]);
  await save(one, [
    [one, "1"],
    [two, "2"],
    [three, "3"],
  ]);
  expect(await shown(two)).toEqual(["2", "3"]);
  expect(await faultsOfGroups(shop.db)).toEqual([]);
  await shop.pool.query("update products set published_at = now() where id = $1", [one]);
  expect(await shown(two)).toEqual(["1", "2", "3"]);
  expect(await faultsOfGroups(shop.db)).toEqual([]);
  for (const id of [one, three]) await admin.rest("DELETE", `/api/products/${id}`);
  expect(await shown(two)).toEqual(["2"]);
  expect((await read(two))?.variants).toHaveLength(1);
  expect(await faultsOfGroups(shop.db)).toEqual([]);
});

it("A product is in one group, and a group has no product, no name and no combination twice", async () => {
  const [one = "", two = "", three = ""] = await make("One", "Two", "Three");
  const other = await makeProduct(shop.db);
  await save(one, [
    [one, "1"],
    [two, "2"],
  ]);
  const whole = inputOf(three, null, [
    [three, "a", "x"],
    [other, "b", "x"],
  ]);
  const [size, color] = whole.options;
  const refused: [object, string[]][] = [
    [inputOf(three, null, [[other, "b"]]), ["variants"]],
    [
      inputOf(three, null, [
        [three, "a"],
        [two, "b"],
      ]),
      ["variants.1.productId"],
    ],
    [
      inputOf(three, null, [
        [three, "a"],
        [three, "b"],
      ]),
      ["variants.1.productId"],
    ],
    [
      inputOf(three, null, [
        [three, "a"],
        [other, "a"],
      ]),
      ["variants.1.values"],
    ],
    [
      inputOf(three, null, [
        [three, "a"],
        ["01900000-0000-7000-8000-000000000000", "b"],
      ]),
      ["variants.1.productId"],
    ],
    [inputOf(three, null, [[three, " "]]), ["options.0.values.0.label"]],
    [
      inputOf(three, null, [
        [three, "Same"],
        [other, "same"],
      ]),
      ["options.0.values.1.label"],
    ],
    [{ ...whole, options: [size, { ...color, name: "size" }] }, ["options.1.name"]],
    [{ ...whole, options: [size, { ...color, name: "Co:lor" }] }, ["options.1.name"]],
    [{ ...whole, options: [size] }, ["variants.0.values", "variants.1.values"]],
    [{ ...whole, options: [size, color, size, color] }, ["options"]],
    [{ ...whole, options: [] }, ["options", "variants.0.values", "variants.1.values"]],
    [{ ...whole, defaultVariant: 2 }, ["defaultVariant"]],
    [{ ...whole, sizeGuide: "secret" }, ["sizeGuide"]],
  ];
  for (const [input, paths] of refused) {
    const reply = await admin.trpc("mutation", "admin.products.saveGroup", input);
    expect(reply, JSON.stringify(input)).toMatchObject({ status: 400, code: "VALIDATION" });
    expect(new Set(complaintsOf(reply)), JSON.stringify(input)).toEqual(new Set(paths));
  }
  expect(await read(three)).toBeNull();
  expect(await shown(one)).toEqual(["1", "2"]);
  expect((await trySave("01900000-0000-7000-8000-000000000000", null, [[null, "a"]])).status).toBe(404);
});

it("Admins who change a group at the same time do not overwrite each other, and no product comes into two groups", async () => {
  const ids = await make("One", "Two", "Three", "Four");
  const [one = "", two = "", three = "", four = ""] = ids;
  const group = await save(one, [
    [one, "1"],
    [two, "2"],
  ]);
  const version = group?.version ?? null;
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
  expect(await faultsOfGroups(shop.db)).toEqual([]);
});

it.each([
  "update product_facets set place = 7 where group_id is not null and place = 1",
  "update product_facets set from_cents = 1 where group_id is not null and place = 0",
  "update product_facets set is_alike = not is_alike where group_id is not null and place = 1",
  "update product_search set group_id = null where group_id is not null",
  "update catalogue_size set variants = variants + 1",
])("A planted fault is found: %s", async (planted) => {
  const ids = await make("One", "Two");
  await save(
    ids[0] ?? "",
    ids.map((id, n) => [id, `Size ${n}`]),
  );
  let faults: unknown[] = [];
  const planting = shop.db.transaction(async (tx) => {
    await tx.execute(planted);
    faults = await faultsOfGroups(tx);
    tx.rollback();
  });
  await expect(planting).rejects.toThrow("Rollback");
  expect(faults).not.toEqual([]);
  expect(await faultsOfGroups(shop.db)).toEqual([]);
});

it("Whatever is changed of random groups, what is derived of them stays true", async () => {
  const [brandId, otherBrandId] = [await makeBrand(shop.db), await makeBrand(shop.db)];
  const categoryId = await makeCategory(shop.db);
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1) ids.push(await makeProduct(shop.db, { brandId, categoryId, priceCents: 1_000 + n }));
  for (const first of [0, 4, 8]) {
    await save(
      ids[first] ?? "",
      ids.slice(first, first + 4).map((id, n) => [id, `Size ${n}`]),
      { defaultVariant: 2 },
    );
  }
  const changes = [
    "published_at = null",
    "published_at = now()",
    "price_cents = price_cents - 7",
    // Of several with the same brand, category and price, one is counted.
    "price_cents = 2000",
    `brand_id = '${otherBrandId}'`,
    `brand_id = '${brandId}'`,
    "count_in_stock = 0",
    "count_in_stock = 5",
  ];
  const acts = Array.from({ length: 90 }, (_, n) => async () => {
    const id = ids[(n * 5) % 12];
    await shop.pool.query(`update products set ${changes[n % changes.length]} where id = $1`, [id]);
  });
  // Several at once: no order of the locks may end one.
  for (let from = 0; from < acts.length; from += 6) {
    await Promise.all(acts.slice(from, from + 6).map((act) => act()));
    expect(await faultsOfGroups(shop.db)).toEqual([]);
  }
});

it("Reviews belong to the group: each customer has one, all variants have the same mean, and each says which was bought", async () => {
  const [small = "", medium = "", single = ""] = await make("Reviewed Shirt", "Reviewed Shirt", "Single");
  const [ada, ben] = [await makeCustomer(shop), await makeCustomer(shop)];
  const review = (who: Member, id: string, rating: number) =>
    who.rest("POST", `/api/products/${id}/reviews`, { rating, comment: `${rating} stars` });
  // Written before the products were variants.
  for (const [who, id, rating] of [
    [ada, small, 1],
    [ada, medium, 5],
    [ben, small, 3],
  ] as const) {
    expect((await review(who, id, rating)).status).toBe(201);
  }
  const ratings = async (...ids: string[]) => {
    const found = await Promise.all(ids.map((id) => productAt(id)));
    return found.map((product) => [product.rating, product.numReviews, product.reviews.map(({ rating }) => rating)]);
  };
  await save(small, [
    [small, "S"],
    [medium, "M"],
    [null, "L"],
  ]);
  const ids = (await read(small))?.variants.map(({ _id }) => _id) ?? [];
  const whole = [4, 2, [3, 5]];
  expect(await ratings(...ids)).toEqual([whole, whole, whole]);
  const reviewPage = z.looseObject({
    reviews: z.array(z.looseObject({ variant: z.string() })),
    total: z.int(),
  });
  const list = await ada.trpc("query", "review.list", { productId: ids[2] });
  expect(reviewPage.parse(list.body)).toMatchObject({ reviews: [{ variant: "S" }, { variant: "M" }], total: 2 });
  expect(await review(ben, medium, 5)).toMatchObject({ status: 409, code: "ALREADY_REVIEWED" });

  const version = (await read(small))?.version ?? 0;
  await admin.trpc("mutation", "admin.products.endGroup", { id: small, version });
  expect(await ratings(small, medium, single)).toEqual([
    [2, 2, [3, 1]],
    [5, 1, [5]],
    [0, 0, []],
  ]);
});

it("Of twenty reviews of one customer for all variants at the same time, one is there", async () => {
  const ids = await make("One", "Two", "Three", "Four");
  await save(
    ids[0] ?? "",
    ids.map((id, n) => [id, `Size ${n}`]),
  );
  const cleo = await makeCustomer(shop);
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      cleo.rest("POST", `/api/products/${ids[n % 4]}/reviews`, { rating: 4, comment: "Good" }),
    ),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const id of ids) expect(await productAt(id)).toMatchObject({ rating: 4, numReviews: 1 });
});

it("The last unit of a variant is sold once, while its group is edited", async () => {
  const ids = await make("Shirt", "Shirt");
  const [small = "", medium = ""] = ids;
  await shop.pool.query("update products set count_in_stock = 1 where id = any($1)", [ids]);
  await save(small, [
    [small, "S"],
    [medium, "M"],
  ]);
  const customers: Member[] = [];
  for (let n = 0; n < 5; n += 1) customers.push(await makeCustomer(shop));
  const buying = customers.flatMap((customer) =>
    [1, 2, 3, 4].map(() => customer.trpc("mutation", "order.place", orderOf([{ product: medium, qty: 1 }]))),
  );
  const editing = async () => {
    for (let n = 0; n < 5; n += 1)
      await save(small, [
        [medium, `M${n}`],
        [small, "S"],
      ]);
  };
  const [replies] = await Promise.all([Promise.all(buying), editing()]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const { rows } = await shop.pool.query(
    "select count_in_stock as left, (select sum(qty)::int from order_items where product_id = p.id) as sold from products p where id = $1",
    [medium],
  );
  expect(rows).toEqual([{ left: 0, sold: 1 }]);
  expect(await faultsOfGroups(shop.db)).toEqual([]);
});
