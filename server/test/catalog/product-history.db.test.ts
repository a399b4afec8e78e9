import type { FieldChange, ProductHistory } from "@shop/shared/catalog/product-history";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Admin } from "../../src/domain/base/actor.ts";
import { deleteOrphanedImages } from "../../src/domain/catalog/delete-orphaned-images.ts";
import { deleteProduct } from "../../src/domain/catalog/delete-product.ts";
import { deleteOldHistory } from "../../src/domain/catalog/history/delete-old.ts";
import { readProductAsOf } from "../../src/domain/catalog/history/product-as-of.ts";
import { readState } from "../../src/domain/catalog/history/product-state.ts";
import { createdProduct, savedProduct } from "../harness/admin.ts";
import { adminActor } from "../harness/admin-actor.ts";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { orderOf, placedOrder } from "../harness/ordering.ts";
import { randomFrom } from "../harness/random.ts";
import { countSales, editAtRandom, type RandomEdits, type Snapshot, takeSnapshot } from "../harness/random-edits.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, transports } from "../harness/test-client.ts";
import { width } from "../harness/width.ts";

const shop = startTestShop({ settings: issuer, poolMax: 8 });
let member: Member;
let admin: Admin;
beforeAll(async () => {
  member = await makeAdmin(shop, { name: "Boss" });
  admin = adminActor(
    { id: member.id, name: "Boss", email: "boss@example.com" },
    {
      id: member.id,
      expiresAt: new Date("2040-01-01"),
      hasSecondFactor: true,
    },
  );
  await makeBrand(shop.db, "Aardvark");
  await makeCategory(shop.db, "Apparel");
  await shop.db.execute(countSales);
});

async function pageOf(id: string, before?: number): Promise<ProductHistory> {
  const { status, body } = await member.trpc("query", "admin.productHistory.page", { id, before });
  expect(status, JSON.stringify(body)).toBe(200);
  return z.custom<ProductHistory>().parse(body);
}
const newestOf = async (id: string) => {
  const [newest] = (await pageOf(id)).entries;
  if (newest === undefined) throw new Error("nothing has changed");
  return newest;
};
const outcomeSchema = z.union([
  z.object({ isUndone: z.literal(true) }),
  z.object({ isUndone: z.literal(false), since: z.array(z.custom<FieldChange>()), newest: z.int() }),
]);
async function undo(id: string, number: number, newest?: number) {
  const { status, body } = await member.trpc("mutation", "admin.productHistory.undo", { id, number, newest });
  expect(status, JSON.stringify(body)).toBe(200);
  return outcomeSchema.parse(body);
}

describe.each(transports)("changes through %s", (transport) => {
  it("are kept with who, when, before and after, the making and the publishing included", async () => {
    const draft = await createdProduct(member, transport);
    const saved = await savedProduct(member, draft, { name: "Lamp", price: 12.5, countInStock: 3 }, transport);
    const attributes = [{ group: "", name: "Colour", value: "Green", unit: "" }];
    await savedProduct(
      member,
      saved,
      { moreImages: [{ image: "/static/b.webp", alt: "Back" }], attributes },
      transport,
    );
    await savedProduct(
      member,
      saved,
      { moreImages: [{ image: "/static/b.webp", alt: "Back" }], attributes },
      transport,
    );
    const { entries, older, timeZone } = await pageOf(draft._id);
    expect({ older, timeZone }).toEqual({ older: null, timeZone: "UTC" });
    expect(entries.map(({ by, source, isCreation, canUndo }) => ({ by, source, isCreation, canUndo }))).toEqual([
      { by: "Boss", source: null, isCreation: false, canUndo: true },
      { by: "Boss", source: null, isCreation: false, canUndo: true },
      { by: "Boss", source: null, isCreation: true, canUndo: false },
    ]);
    expect(entries.map(({ changes }) => changes)).toEqual([
      [
        { field: "moreImages", before: "", after: "/static/b.webp (Back)" },
        { field: "attributes", before: "", after: "Colour: Green" },
      ],
      [
        { field: "name", before: "Sample name", after: "Lamp" },
        { field: "price", before: 0, after: 12.5 },
        { field: "countInStock", before: 0, after: 3 },
        { field: "state", before: "draft", after: "published" },
      ],
      [],
    ]);
  });
});

it("A sale is no change of a product, and costs no row", async () => {
  const id = await makeProduct(shop.db);
  await placedOrder(shop.origin, await insertCustomer(shop.db), orderOf([{ product: id, qty: 2 }]));
  expect((await pageOf(id)).entries).toEqual([]);
});

it("Selling calls no trigger of the history or of the prices, so that orders do not wait for them", async () => {
  const id = await makeProduct(shop.db);
  const calledBy = async (change: string) => {
    const { rows } = await shop.pool.query(`explain (analyze) update products set ${change} where id = '${id}'`);
    const lines = rows.map((row) => String(Object.values(row)[0]));
    return lines.filter((line) => /^Trigger (product_history|product_prices|products_set_regular)/.test(line)).length;
  };
  expect(await calledBy("count_in_stock = count_in_stock - 1")).toBe(0);
  expect(await calledBy("price_cents = price_cents + 1")).toBe(2);
});

it("Changes past the shop are kept too, without a name", async () => {
  const id = await makeProduct(shop.db);
  await shop.pool.query("update products set price_cents = 1 where id = $1", [id]);
  await shop.pool.query("insert into product_images (product_id, position, image) values ($1, 1, '/a.webp')", [id]);
  await shop.pool.query("update product_images set alt = 'A' where product_id = $1", [id]);
  const { entries } = await pageOf(id);
  expect(entries.map(({ by, changes }) => ({ by, changes }))).toEqual([
    { by: null, changes: [{ field: "moreImages", before: "/a.webp", after: "/a.webp (A)" }] },
    { by: null, changes: [{ field: "moreImages", before: "", after: "/a.webp" }] },
    { by: null, changes: [{ field: "price", before: 10, after: 0.01 }] },
  ]);
});

it("A long history is read page by page", async () => {
  const id = await makeProduct(shop.db);
  for (let price = 1; price <= 45; price += 1) {
    await shop.pool.query("update products set price_cents = $2 where id = $1", [id, price]);
  }
  const first = await pageOf(id);
  const second = await pageOf(id, first.older ?? 0);
  const third = await pageOf(id, second.older ?? 0);
  const prices = [first, second, third].flatMap(({ entries }) => entries.map(({ changes }) => changes[0]?.after));
  expect(prices).toEqual(Array.from({ length: 45 }, (_, place) => (45 - place) / 100));
  expect(third.older).toBeNull();
});

describe("undoing a change", () => {
  it("puts back its fields alone, as a change of its own, which can be undone as well", async () => {
    const draft = await createdProduct(member);
    const saved = await savedProduct(member, draft, { name: "Lamp", price: 10, description: "Bright" });
    await savedProduct(member, saved, { name: "Lantern", price: 12 });
    const change = await newestOf(draft._id);
    await savedProduct(member, { ...saved, name: "Lantern", price: 12 }, { description: "Very bright" });
    expect(await undo(draft._id, change.number)).toEqual({ isUndone: true });
    expect(await readState(shop.db, draft._id)).toMatchObject({
      name: "Lamp",
      priceCents: 1_000,
      description: "Very bright",
    });
    const undone = await newestOf(draft._id);
    expect(undone).toMatchObject({ by: "Boss", source: "undo", canUndo: true });
    expect(await undo(draft._id, undone.number)).toEqual({ isUndone: true });
    expect(await readState(shop.db, draft._id)).toMatchObject({ name: "Lantern", priceCents: 1_200 });
  });

  it("says what others have changed since, and goes on only for who has seen it", async () => {
    const draft = await createdProduct(member);
    const saved = await savedProduct(member, draft, { name: "Lamp" });
    await savedProduct(member, saved, { name: "Lantern" });
    const change = await newestOf(draft._id);
    await savedProduct(member, saved, { name: "Torch", brand: "Aardvark" });
    const asked = await undo(draft._id, change.number);
    if (asked.isUndone) throw new Error("it was changed since");
    expect(asked.since).toEqual([{ field: "name", before: "Lantern", after: "Torch" }]);
    await savedProduct(member, saved, { name: "Torch 2" });
    const again = await undo(draft._id, change.number, asked.newest);
    if (again.isUndone) throw new Error("it was changed once more");
    expect(again.since).toEqual([{ field: "name", before: "Lantern", after: "Torch 2" }]);
    expect(await undo(draft._id, change.number, again.newest)).toEqual({ isUndone: true });
    expect(await readState(shop.db, draft._id)).toMatchObject({ name: "Lamp" });
  });

  it("takes stock back by the difference, so that what was sold stays sold", async () => {
    const draft = await createdProduct(member);
    const saved = await savedProduct(member, draft, { price: 1, countInStock: 5 });
    await savedProduct(member, saved, { countInStock: 20 });
    const change = await newestOf(draft._id);
    await placedOrder(shop.origin, await insertCustomer(shop.db), orderOf([{ product: draft._id, qty: 4 }]));
    expect(await undo(draft._id, change.number)).toEqual({ isUndone: true });
    expect(await readState(shop.db, draft._id)).toMatchObject({ countInStock: 1 });
  });

  it("is refused for the making of a product, for an unknown change, and where its brand was deleted", async () => {
    const draft = await createdProduct(member);
    const made = await newestOf(draft._id);
    const ask = (number: number) => member.trpc("mutation", "admin.productHistory.undo", { id: draft._id, number });
    expect(await ask(made.number)).toMatchObject({ status: 400, code: "VALIDATION" });
    expect((await ask(made.number + 1_000_000)).status).toBe(404);
    const brandId = await makeBrand(shop.db, "Short-lived");
    const saved = await savedProduct(member, draft, { brand: "Short-lived" });
    await savedProduct(member, saved, { brand: "Aardvark" });
    const change = await newestOf(draft._id);
    expect((await member.does("REST", "deleteBrand", { id: brandId })).status).toBe(200);
    expect(await ask(change.number)).toMatchObject({ body: { message: "Short-lived does not exist any more" } });
  });

  it("keeps the images that it would put back from being deleted as unused", async () => {
    const draft = await createdProduct(member);
    const image = "0190a000-0000-7000-8000-000000000001";
    await shop.storage.write(`${image}.webp`, Buffer.from("x"));
    const saved = await savedProduct(member, draft, { image: `/uploads/${image}.webp` });
    await savedProduct(member, saved, { image: "" });
    expect(await deleteOrphanedImages(shop, 0)).toBe(0);
  });
});

it("Changes of more than 13 months ago are deleted with their edits and the images they kept, younger ones can be undone", async () => {
  const draft = await createdProduct(member);
  const image = "0190a000-0000-7000-8000-000000000002";
  await shop.storage.write(`${image}.webp`, Buffer.from("x"));
  const first = await savedProduct(member, draft, { name: "Lamp", image: `/uploads/${image}.webp` });
  const second = await savedProduct(member, first, { image: "" });
  await savedProduct(member, second, { name: "Lantern" });
  const age = (places: number, months: number) =>
    shop.pool.query(
      `with aged as (
         update product_history set recorded_at = now() - make_interval(months => $3) where number in (
           select number from product_history where product_id = $1 order by number limit $2
         ) returning edit_id
       )
       update product_edits set recorded_at = now() - make_interval(months => $3) from aged where id = edit_id`,
      [draft._id, places, months],
    );
  await age(3, 14);
  const edits = "select from product_edits where recorded_at < now() - interval '13 months'";
  expect((await shop.pool.query(edits)).rowCount).toBe(3);
  expect(await deleteOrphanedImages(shop, 0)).toBe(0);
  expect(await deleteOldHistory(shop.db)).toBe(3);
  expect(await deleteOrphanedImages(shop, 0)).toBe(1);
  expect((await shop.pool.query(edits)).rowCount).toBe(0);
  const { entries } = await pageOf(draft._id);
  expect(entries).toHaveLength(1);
  await age(1, 12);
  expect(await deleteOldHistory(shop.db)).toBe(0);
  expect(await undo(draft._id, entries[0]?.number ?? 0)).toEqual({ isUndone: true });
  expect(await readState(shop.db, draft._id)).toMatchObject({ name: "Lamp" });
  const before = new Date(Date.now() - 420 * 86_400_000);
  await expect(readProductAsOf(shop.db, admin, draft._id, before)).rejects.toMatchObject({ kind: "VALIDATION" });
});

it("A product is rebuilt as of any time with the stock that orders have taken since", async () => {
  const id = await makeProduct(shop.db, { countInStock: 10 });
  const customer = await insertCustomer(shop.db);
  const before = new Date();
  await placedOrder(shop.origin, customer, orderOf([{ product: id, qty: 3 }]));
  await shop.pool.query(
    "update products set count_in_stock = count_in_stock + 5, version = version + 1 where id = $1",
    [id],
  );
  await placedOrder(shop.origin, customer, orderOf([{ product: id, qty: 1 }]));
  await deleteProduct(shop.db, admin, id);
  expect(await readProductAsOf(shop.db, admin, id, new Date())).toMatchObject({ countInStock: 11 });
  expect(await readProductAsOf(shop.db, admin, id, before)).toMatchObject({ countInStock: 10, deletedAt: null });
});

/** Changes by several writers at once, with snapshots between them; which of these the history does not rebuild. */
async function lostSnapshots(count: number, seed: number): Promise<{ lost: unknown[]; taken: number }> {
  const brands = [`Brand A${seed}`, `Brand B${seed}`];
  const categories = [`Category A${seed}`, `Category B${seed}`];
  const brandIds = await Promise.all(brands.map((name) => makeBrand(shop.db, name)));
  const categoryIds = await Promise.all(categories.map((name) => makeCategory(shop.db, name)));
  const [brandId = "", categoryId = ""] = [brandIds[0], categoryIds[0]];
  const productIds = await Promise.all(
    Array.from({ length: 6 }, () => makeProduct(shop.db, { brandId, categoryId, userId: admin.id })),
  );
  const clock = { now: new Date("2035-01-01T00:00Z") };
  const snapshots: Snapshot[] = [];
  let left = count;
  const write = async (writer: number) => {
    const next = randomFrom(seed * 31 + writer);
    const edits: RandomEdits = { db: shop.db, admin, productIds, names: { brands, categories }, next, clock };
    while (left > 0) {
      left -= 1;
      await editAtRandom(edits);
      if (next() < 0.05) snapshots.push(await takeSnapshot(edits, next()));
    }
  };
  await Promise.all([1, 2, 3, 4].map(write));
  const lost: unknown[] = [];
  const soldSchema = z.tuple([z.object({ sold: z.coerce.number() })]);
  for (const { productId, at, state, sold } of snapshots) {
    const rebuilt = await readProductAsOf(shop.db, admin, productId, at);
    const { rows } = await shop.pool.query(
      "select coalesce(sum(qty), 0) as sold from sold_in_test where product_id = $1",
      [productId],
    );
    const countInStock = rebuilt.countInStock + soldSchema.parse(rows)[0].sold - sold;
    const difference = { ...rebuilt, countInStock };
    if (JSON.stringify(sorted(difference)) !== JSON.stringify(sorted(state)))
      lost.push({ at, state, rebuilt: difference });
  }
  return { lost, taken: snapshots.length };
}

const sorted = (state: Record<string, unknown>) =>
  Object.entries(state)
    .map(([field, value]): [string, unknown] => [
      field,
      typeof value === "object" ? JSON.stringify(value, keys) : value,
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1));
/** The keys of images and attributes, in one order. */
const keys = ["image", "alt", "group", "name", "value", "unit"];

describe("random changes by several writers at once", () => {
  /** `HISTORY_SEED` replays a failure as far as concurrency allows; `HISTORY_CHANGES` sets how many there are. */
  const seed = Number(process.env.HISTORY_SEED ?? Date.now() % 1_000_000);
  const changes = width.historyChanges;

  it(`are rebuilt at any time from the history (seed ${seed})`, async () => {
    console.log(`${changes} random changes from seed ${seed}`);
    const { lost, taken } = await lostSnapshots(changes, seed);
    expect(lost, `seed ${seed}`).toEqual([]);
    expect(taken).toBeGreaterThan(changes / 100);
  }, 900_000);

  it.each([
    ["images", "alter table product_images disable trigger product_history_record_image_insert"],
    ["attributes", "alter table product_attributes disable trigger product_history_record_attribute_delete"],
    ["edits", "alter table products disable trigger product_history_record"],
  ])("are not, if the trigger for %s is missing", async (_what, fault) => {
    await shop.pool.query(fault);
    try {
      // A short walk may take no snapshot that the fault concerns; ten of them do.
      let found = 0;
      for (let walk = 1; walk <= 10 && found === 0; walk += 1) {
        found = (await lostSnapshots(300, seed + walk * 1_000 + fault.length)).lost.length;
      }
      expect(found).toBeGreaterThan(0);
    } finally {
      for (const table of ["products", "product_images", "product_attributes"]) {
        await shop.pool.query(`alter table ${table} enable trigger user`);
      }
    }
  });
});
