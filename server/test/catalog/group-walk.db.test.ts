import { anyProduct } from "@shop/shared/catalog/product-address";
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { products } from "../../src/db/schema/products.ts";
import { productSearch } from "../../src/domain/catalog/search/product-search.ts";
import { runImports } from "../../src/domain/import/run.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { importing } from "../harness/importing.ts";
import { orderOf } from "../harness/ordering.ts";
import { faultsOfGroups } from "../harness/product-groups.ts";
import { randomFrom, shuffled, wholeFrom } from "../harness/random.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer } from "../harness/test-client.ts";
import { get } from "../harness/transports.ts";
import { width } from "../harness/width.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });
const productCount = 12;
const brandNames = ["Alder", "Birch"];
let admin: Member;
let customer: Member;
let importer: Customer;
let categoryId: string;
const ids: string[] = [];
/** What each product must have in stock. */
const stock = new Map<string, number>();

const seed = Number(process.env.GROUP_WALK_SEED ?? Math.floor(Math.random() * 1e9));
const next = randomFrom(seed);
const pick = <Value>(values: readonly Value[]): Value => {
  const value = values[wholeFrom(next, 0, values.length - 1)];
  if (value === undefined) throw new Error("Nothing to choose from");
  return value;
};

beforeAll(async () => {
  admin = await makeAdmin(shop);
  customer = await makeCustomer(shop);
  importer = await insertCustomer(shop.db, { isAdmin: true });
  for (const name of brandNames) await makeBrand(shop.db, name);
  categoryId = await makeCategory(shop.db, "Trees");
  const { rows } = await shop.pool.query<{ id: string }>("select id from brands where name = $1", [brandNames[0]]);
  for (let n = 0; n < productCount; n += 1) {
    const id = await makeProduct(shop.db, { name: `Tree ${n}`, brandId: rows[0]?.id, categoryId, countInStock: 5 });
    ids.push(id);
    stock.set(id, 5);
  }
});

const { upload, check, apply, undo } = importing({
  shop: () => ({ origin: shop.origin, cookie: importer.cookie }),
  work: () =>
    runImports(shop.db, {
      isStopping: () => false,
      onItemError: (error) => {
        throw error;
      },
    }),
});

const groupSchema = z.looseObject({ version: z.int(), variants: z.array(z.looseObject({ _id: z.uuid() })) }).nullable();
const groupOf = async (id: string) =>
  groupSchema.parse((await admin.trpc("query", "admin.products.group", { id })).body);

/** Puts some products that are in no other group together, in any order and with any of them first. */
async function regroup(): Promise<void> {
  const id = pick(ids);
  const group = await groupOf(id);
  const own = new Set([id, ...(group?.variants.map(({ _id }) => _id) ?? [])]);
  const free: string[] = [];
  for (const other of ids) if (own.has(other) || (await groupOf(other)) === null) free.push(other);
  const others = shuffled(
    next,
    free.filter((each) => each !== id),
  ).slice(0, wholeFrom(next, 1, 4));
  const variants = shuffled(next, [id, ...others]);
  const { status } = await admin.trpc("mutation", "admin.products.saveGroup", {
    id,
    version: group?.version ?? null,
    name: "Tree",
    options: [{ name: "Height", values: variants.map((_, n) => ({ label: `${n} m`, swatch: "" })) }],
    variants: variants.map((productId, n) => ({ productId, values: [n] })),
    defaultVariant: next() < 0.5 ? null : wholeFrom(next, 0, variants.length - 1),
    sizeGuide: null,
  });
  expect(status).toBe(200);
}

async function ungroup(): Promise<void> {
  const id = pick(ids);
  const group = await groupOf(id);
  if (group === null) return;
  expect((await admin.trpc("mutation", "admin.products.endGroup", { id, version: group.version })).status).toBe(200);
}

async function order(): Promise<void> {
  const product = pick(ids);
  const qty = wholeFrom(next, 1, 3);
  const { status } = await customer.trpc("mutation", "order.place", orderOf([{ product, qty }]));
  if (status === 200) stock.set(product, (stock.get(product) ?? 0) - qty);
}

async function bulk(): Promise<void> {
  const chosen = shuffled(next, ids).slice(0, 3);
  const change = { direction: "up", by: "amount", value: 1, rounding: "cent" };
  const act = pick([
    { kind: "state", state: "draft" },
    { kind: "state", state: "published" },
    { kind: "brand", name: pick(brandNames) },
    { kind: "price", change },
    { kind: "setStock", units: wholeFrom(next, 0, 4) },
  ]);
  const rows = chosen.map((id) => ({ id }));
  const edit = { key: crypto.randomUUID(), rows, act };
  expect((await admin.trpc("mutation", "admin.products.bulkEdit", edit)).status).toBe(200);
  if (act.kind === "setStock") for (const id of chosen) stock.set(id, act.units ?? 0);
}

/** Imports prices, stocks and brands of some products; often it is undone at once. */
async function importFile(): Promise<void> {
  const chosen = shuffled(next, ids).slice(0, 4);
  const lines = chosen.map((id) => [id, pick(["10.00", "11.00"]), wholeFrom(next, 0, 6), pick(brandNames)].join(","));
  const id = await upload(`ID,Price,Stock,Brand\n${lines.join("\n")}\n`);
  const mapping = { id: "ID", price: "Price", stock: "Stock", brand: "Brand" } as const;
  const { counts } = await check(id, {}, mapping);
  expect(counts.refused).toBe(0);
  if (counts.changed === 0) return;
  await apply(id);
  if (next() < 0.5) {
    await undo(id);
    return;
  }
  for (const line of lines) {
    const [product = "", , count] = line.split(",");
    stock.set(product, Number(count));
  }
}

async function expectTrue(context: string): Promise<void> {
  expect(await faultsOfGroups(shop.db), context).toEqual([]);
  const rows = await shop.db.select().from(products).where(eq(products.categoryId, categoryId));
  expect(Object.fromEntries(rows.map(({ id, countInStock }) => [id, countInStock])), context).toEqual(
    Object.fromEntries(stock),
  );
  for (const { id, publishedAt } of rows) {
    expect((await get(shop, `/api/products/${id}`)).status, context).toBe(publishedAt === null ? 404 : 200);
  }
  const found = await productSearch.findProducts(shop.db, anyProduct, 50);
  const { rows: real } = await shop.db.execute<{ value: string; count: number; in_stock: number }>(sql`
    select b.name as value, count(distinct coalesce(v.group_id, p.id))::int as count,
      count(distinct coalesce(v.group_id, p.id)) filter (where p.count_in_stock > 0)::int as in_stock
    from products p join brands b on b.id = p.brand_id left join product_variants v on v.product_id = p.id
    where p.published_at is not null and p.deleted_at is null group by b.name`);
  const counted = Object.fromEntries(found.facets.brand.map(({ value, count }) => [value, count]));
  expect(counted, context).toEqual(Object.fromEntries(real.map(({ value, count }) => [value, count])));
  const inStock = await productSearch.findProducts(shop.db, { ...anyProduct, inStock: true }, 50);
  const countedInStock = Object.fromEntries(inStock.facets.brand.map(({ value, count }) => [value, count]));
  expect(countedInStock, context).toEqual(
    Object.fromEntries(real.filter(({ in_stock }) => in_stock > 0).map(({ value, in_stock }) => [value, in_stock])),
  );
  // What stands for a group is in stock when any of it is.
  const soldOut = found.products.filter(({ countInStock }) => countInStock === 0).map(({ _id }) => _id);
  const { rows: wrong } = await shop.db.execute(sql`
    select own.product_id from product_variants own join product_variants other on other.group_id = own.group_id
      join products p on p.id = other.product_id
    where own.product_id = any(${sql.param(soldOut)}::uuid[]) and p.count_in_stock > 0
      and p.published_at is not null and p.deleted_at is null`);
  expect(wrong, context).toEqual([]);
}

it(`Whatever becomes of groups, whoever orders, edits, imports and undoes, all is true of them (seed ${seed})`, async () => {
  const steps = [regroup, regroup, ungroup, order, order, order, bulk, bulk, importFile];
  for (let n = 0; n < width.groupSteps; n += 1) {
    const step = pick(steps);
    await step();
    await expectTrue(`seed ${seed}, step ${n}: ${step.name}`);
  }
});
