import type { ProductPage } from "@shop/shared/catalog";
import type { TestShop } from "./shop.ts";

/** A page of products as an outside caller gets it. */
export async function productPageOf(
  shop: TestShop,
  query: { keyword?: string; pageNumber?: number },
): Promise<ProductPage> {
  const search = new URLSearchParams();
  if (query.keyword !== undefined) search.set("keyword", query.keyword);
  if (query.pageNumber !== undefined) search.set("pageNumber", String(query.pageNumber));
  const response = await fetch(`${shop.origin}/api/products?${search}`);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

/** What a tRPC query answers: its status, and its data or its error as our body has it. */
export async function askTrpc(shop: TestShop, procedure: string, input?: unknown) {
  const search = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const response = await fetch(`${shop.origin}/trpc/${procedure}${search}`);
  const body = await response.json();
  return { status: response.status, body: body.result?.data ?? body.error };
}
