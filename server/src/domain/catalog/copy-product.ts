import { productNameLength } from "@shop/shared/shop";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { productTrade } from "../../db/schema/product-trade.ts";
import { productAttributes, productImages, productVideos } from "../../db/schema/products.ts";

/** A product and the copy of it. */
export type CopiedProduct = { from: string; to: string };

/**
 * Gives copies of products, which the caller has locked, their further images, videos, attributes and trade facts; not their SKU,
 * GTIN and manufacturer's number, which are of one product alone.
 */
export async function copyParts(tx: Db, copied: readonly CopiedProduct[]): Promise<void> {
  if (copied.length === 0) return;
  const pairs = sql`jsonb_to_recordset(${JSON.stringify(copied)}::jsonb) as pair("from" uuid, "to" uuid)`;
  const copy = (table: SQL, columns: string) =>
    tx.execute(sql`
      insert into ${table} (product_id, ${sql.raw(columns)}) select pair."to", ${sql.raw(columns)}
      from ${pairs} join ${table} on product_id = pair."from"`);
  await copy(sql`${productImages}`, "position, image, alt");
  await copy(sql`${productVideos}`, "position, video, poster, alt, captions");
  await copy(sql`${productAttributes}`, "position, group_name, name, value, unit");
  await copy(
    sql`${productTrade}`,
    "cost_cents, weight_grams, length_mm, width_mm, height_mm, origin_country, hs_code, content_amount, content_unit, unit_basis, tax_class",
  );
}

/** The name of a copy. Cut where it would be too long, not within a character. */
export function copyName(name: string): string {
  const characters = [...`Copy of ${name}`];
  let length = 0;
  const cut = characters.filter((character) => {
    length += character.length;
    return length <= productNameLength;
  });
  return cut.join("").trim();
}
