import { randomUUID } from "node:crypto";
import pg from "pg";

/** The ids of two products that differ in nothing but their images. */
export type ImageTwins = { one: string; ten: string };

const productColumns =
  "name, image, image_alt, brand_id, category_id, description, price_cents, count_in_stock, rating_sum, num_reviews, created_at, updated_at, published_at";

/** Copies a product of the demo twice: once with its first image alone, and once with nine more. */
export async function addImageTwins(databaseUrl: string): Promise<ImageTwins> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const twins = { one: randomUUID(), ten: randomUUID() };
    // The last of all lists, which stay as they are on their first pages.
    const {
      rows: [model],
    } = await client.query<{ id: string }>(
      `select p.id from products p join product_images i on i.product_id = p.id order by p.created_at, p.id limit 1`,
    );
    for (const id of Object.values(twins)) {
      await client.query(
        `insert into products (id, ${productColumns}) select $1, ${productColumns} from products where id = $2`,
        [id, model?.id],
      );
    }
    await client.query(
      `insert into product_images (product_id, position, image, alt)
       select $1, row_number() over (order by image), image, alt
       from (select image, alt from product_images order by image limit 9) as others`,
      [twins.ten],
    );
    return twins;
  } finally {
    await client.end();
  }
}
