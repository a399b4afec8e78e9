import { tradeFactsSchema } from "@shop/shared/catalog/trade-facts";
import { expect } from "vitest";
import { z } from "zod";
import type { TestShop } from "./shop.ts";
import { type Member, type Reply, successOf, type Transport } from "./test-client.ts";

/** A product as its edit screen gets it: these fields and no others. */
export const productDetailSchema = z.strictObject({
  _id: z.uuid(),
  name: z.string(),
  image: z.string(),
  brand: z.string(),
  category: z.string(),
  description: z.string(),
  price: z.number(),
  countInStock: z.int(),
  rating: z.number(),
  numReviews: z.int(),
  user: z.uuid().nullable(),
  reviews: z.array(z.unknown()),
  images: z.array(z.unknown()),
  videos: z.array(z.unknown()).exactOptional(),
  editedVideos: z.array(z.unknown()).exactOptional(),
  imageAlt: z.string(),
  attributes: z.array(z.unknown()),
  isDraft: z.boolean(),
  version: z.int(),
  isStockCounted: z.boolean(),
  editedPrice: z.number(),
  trade: tradeFactsSchema,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type SeenProduct = z.infer<typeof productDetailSchema>;

export const termDetailSchema = z.strictObject({
  _id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  image: z.string(),
  imageAlt: z.string(),
  menuPosition: z.int().nullable(),
  parentId: z.uuid().nullable().exactOptional(),
  version: z.int(),
  updatedAt: z.iso.datetime(),
});

/** What an edit screen sends of a product. */
export function fieldsOf(product: SeenProduct): Record<string, unknown> {
  const { name, price, image, brand, category, description, countInStock } = product;
  return { name, price, image, brand, category, description, countInStock };
}

/** Makes a draft and gives it back as its edit screen gets it. */
export async function createdProduct(admin: Member, transport: Transport = "REST"): Promise<SeenProduct> {
  const reply = await admin.does(transport, "createProduct");
  expect(reply.status, JSON.stringify(reply.body)).toBe(successOf(transport, "createProduct"));
  return productDetailSchema.parse(reply.body);
}

/** Saves a product with these fields changed, which must succeed. */
export async function savedProduct(
  admin: Member,
  product: SeenProduct,
  change: Record<string, unknown> = {},
  transport: Transport = "REST",
): Promise<SeenProduct> {
  const reply = await admin.does(transport, "updateProduct", {
    id: product._id,
    body: { ...fieldsOf(product), ...change },
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return productDetailSchema.parse(reply.body);
}

/** What administrators did to something, oldest first. */
export async function actsOn(shop: TestShop, id: string) {
  const { rows } = await shop.pool.query(
    "select user_id, act, entity, subject, changes from admin_acts where entity_id = $1 order by id",
    [id],
  );
  return z
    .array(
      z.object({
        user_id: z.string(),
        act: z.string(),
        entity: z.string(),
        subject: z.string(),
        changes: z.record(z.string(), z.unknown()),
      }),
    )
    .parse(rows);
}

/** How many replies had each status. */
export function statusCounts(replies: readonly Reply[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
