import { z } from "zod";
import type { TestShop } from "./shop.ts";

/** A response: status and parsed body. */
export type Answer = { status: number; body: unknown };

const pageSchema = z.object({
  products: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      brand: z.string(),
      category: z.string(),
      price: z.number(),
      countInStock: z.number(),
    }),
  ),
  page: z.number(),
  pages: z.number(),
});

/** What `GET` answers at a path of the shop. */
export async function get(shop: TestShop, path: string): Promise<Answer> {
  const response = await fetch(shop.origin + path);
  return { status: response.status, body: await response.json() };
}

/** A page of products as an outside caller gets it. */
export async function productPageOf(shop: TestShop, query: { keyword?: string; pageNumber?: number }) {
  const search = new URLSearchParams();
  if (query.keyword !== undefined) search.set("keyword", query.keyword);
  if (query.pageNumber !== undefined) search.set("pageNumber", String(query.pageNumber));
  const { body } = await get(shop, `/api/products?${search}`);
  return pageSchema.parse(body);
}

const trpcSchema = z.union([
  z.object({ result: z.object({ data: z.unknown() }) }),
  z.object({ error: z.object({ message: z.string(), data: z.record(z.string(), z.unknown()) }) }),
]);

/** What a tRPC query answers: its data, or its refusal in the shape of a REST body. */
export async function askTrpc(shop: TestShop, procedure: string, input?: unknown): Promise<Answer> {
  const search = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const response = await fetch(`${shop.origin}/trpc/${procedure}${search}`);
  const answer = trpcSchema.parse(await response.json());
  if ("result" in answer) return { status: response.status, body: answer.result.data };
  const { path: _path, httpStatus: _status, ...rest } = answer.error.data;
  return { status: response.status, body: { message: answer.error.message, ...rest } };
}
