import type { HomeBlock } from "@shop/shared/page/home-layout";
import pg from "pg";
import { z } from "zod";
import { type AdminClient, mutate } from "./interference/shop-client.ts";
import { registerAdmin } from "./register-admin.ts";

const savedSchema = z.object({ _id: z.string(), version: z.number() });

/** Publishes a Home of the owner's own with a block of each kind, a headline with an image first. */
export async function publishOwnHome(databaseUrl: string, origin: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const cookie = await registerAdmin(client, origin, "home@example.com");
    const { rows } = await client.query<{ image: string }>(
      "select image from product_images where image like '/api/uploads/%' or image like '/uploads/%' order by product_id, position limit 2",
    );
    await publish({ origin, cookie }, blocksWith(rows[0]?.image ?? "", rows[1]?.image ?? ""));
  } finally {
    await client.end();
  }
}

async function publish(admin: AdminClient, blocks: HomeBlock[]): Promise<void> {
  const name = "Blocks of each kind";
  const draft = savedSchema.parse(await mutate(admin, "admin.home.create", { name, from: null }));
  const saved = savedSchema.parse(
    await mutate(admin, "admin.home.save", { id: draft._id, version: draft.version, name, blocks }),
  );
  await mutate(admin, "admin.home.publish", { id: draft._id, version: saved.version, at: null });
}

function blocksWith(headlineImage: string, storyImage: string): HomeBlock[] {
  const link = { label: "Have a look", to: "/products" };
  return [
    {
      kind: "headline",
      title: "Light for long evenings",
      text: "Lamps that somebody here uses at home.",
      image: headlineImage,
      imageAlt: "A lamp on a desk",
      ...link,
    },
    { kind: "featured", productIds: [] },
    { kind: "entrances" },
    { kind: "row", title: "New", source: "new", collectionId: "" },
    {
      kind: "story",
      title: "Where it comes from",
      text: "From a workshop with **nine** people.",
      image: storyImage,
      imageAlt: "A workshop",
      side: "left",
      ...link,
    },
    { kind: "categories", title: "Categories", ids: [] },
    { kind: "brands", title: "Brands", ids: [] },
    { kind: "reviews", title: "What customers say" },
    { kind: "text", text: "Parcels leave the house on each working day." },
    { kind: "products" },
  ];
}
