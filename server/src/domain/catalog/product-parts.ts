import type { EditedVideo } from "@shop/shared/catalog/admin-catalog";
import type { Attribute, Product, ShownImage, ShownVideo } from "@shop/shared/catalog/catalog";
import { hasOwnImage } from "@shop/shared/catalog/image";
import { captionsPath, videoIdOf } from "@shop/shared/catalog/video";
import { isId } from "@shop/shared/query";
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { productAttributes, productImages, products, productVideos } from "../../db/schema/products.ts";
import { videoAddress } from "../../infra/image-names.ts";
import type { Admin } from "../base/actor.ts";
import { type GroupRow, groupColumn, toGroup } from "./product-group/group-columns.ts";
import { codesColumn, giftCardColumn } from "./trade-facts.ts";
import { isVisible } from "./visible.ts";

/** What a product's page has besides its summary, as columns of a query of products, in wire format. */
export const partColumns = {
  imageAlt: products.imageAlt,
  moreImages: sql<ShownImage[]>`(
    select coalesce(json_agg(json_build_object('image', i.image, 'alt', i.alt) order by i.position), '[]'::json)
    from ${productImages} i where i.product_id = ${products.id}
  )`.as("more_images"),
  videos: sql<StoredVideo[]>`(
    select coalesce(json_agg(
      json_build_object('video', v.video, 'poster', v.poster, 'alt', v.alt, 'captions', v.captions) order by v.position
    ), '[]'::json)
    from ${productVideos} v where v.product_id = ${products.id}
  )`.as("videos"),
  attributes: sql<Attribute[]>`(
    select coalesce(json_agg(
      json_build_object('group', a.group_name, 'name', a.name, 'value', a.value, 'unit', a.unit) order by a.position
    ), '[]'::json)
    from ${productAttributes} a where a.product_id = ${products.id}
  )`.as("attributes"),
  codes: codesColumn,
  isGiftCard: giftCardColumn,
  group: groupColumn,
};

/** A video with its captions as WebVTT, which are empty if nobody speaks. */
export type StoredVideo = Omit<EditedVideo, "hasNoSpeech">;

type PartRow = {
  _id: string;
  image: string;
  imageAlt: string;
  moreImages: ShownImage[];
  videos: StoredVideo[];
  attributes: Attribute[];
  codes: NonNullable<Product["codes"]> | null;
  isGiftCard: boolean;
  group: GroupRow | null;
};

/** The parts of a row of `partColumns` with the first image. */
export function toParts({
  _id,
  image,
  imageAlt,
  moreImages,
  videos,
  attributes,
  codes,
  isGiftCard,
  group,
}: PartRow): Pick<Product, "images" | "videos" | "attributes" | "codes" | "isGiftCard" | "group"> {
  return {
    images: [...(hasOwnImage(image) ? [{ image, alt: imageAlt }] : []), ...moreImages],
    attributes,
    ...(videos.length === 0 ? {} : { videos: videos.map((video) => toShownVideo(video, _id)) }),
    ...(codes === null ? {} : { codes }),
    ...(isGiftCard ? { isGiftCard } : {}),
    ...(group === null ? {} : { group: toGroup(group) }),
  };
}

/** A video as customers get it: its captions are a file of their own. */
function toShownVideo({ video, poster, alt, captions }: StoredVideo, productId: string): ShownVideo {
  const id = videoIdOf(video);
  return { video, poster, alt, captions: captions === "" || id === undefined ? "" : captionsPath(productId, id) };
}

/** The captions of a visible product's video as WebVTT; `undefined` if it has none. */
export async function readCaptions(db: Db, productId: string, videoId: string): Promise<string | undefined> {
  if (!isId(productId) || !isId(videoId)) return undefined;
  const [found] = await db
    .select({ captions: productVideos.captions })
    .from(productVideos)
    .innerJoin(products, eq(products.id, productVideos.productId))
    .where(and(eq(products.id, productId), eq(productVideos.video, videoAddress(videoId)), isVisible));
  return found === undefined || found.captions === "" ? undefined : found.captions;
}

/** Videos as text, a line for each. */
export function videoLines(videos: readonly StoredVideo[]): string {
  return videos
    .map(({ video, poster, alt, captions }) => {
      const parts = [alt, captions === "" ? "no speech" : "with captions", poster].filter((part) => part !== "");
      return `${video} (${parts.join(", ")})`;
    })
    .join("\n");
}

/** Images as text, a line for each. */
export function imageLines(images: readonly ShownImage[]): string {
  return images.map(({ image, alt }) => (alt === "" ? image : `${image} (${alt})`)).join("\n");
}

/** Attributes as text, a line for each. */
export function attributeLines(attributes: readonly Attribute[]): string {
  return attributes
    .map(({ group, name, value, unit }) => `${group === "" ? "" : `${group}, `}${name}: ${value} ${unit}`.trim())
    .join("\n");
}

/** Replaces the further images of a product, which the caller has locked. */
export async function writeImages(tx: Db, productId: string, images: readonly ShownImage[]): Promise<void> {
  await tx.delete(productImages).where(eq(productImages.productId, productId));
  if (images.length === 0) return;
  await tx
    .insert(productImages)
    .values(images.map(({ image, alt }, place) => ({ productId, position: place + 1, image, alt })));
}

/** Replaces the videos of a product, which the caller has locked. */
export async function writeVideos(tx: Db, productId: string, videos: readonly StoredVideo[]): Promise<void> {
  await tx.delete(productVideos).where(eq(productVideos.productId, productId));
  if (videos.length === 0) return;
  const rows = videos.map(({ video, poster, alt, captions }, place) => ({
    productId,
    position: place + 1,
    video,
    poster,
    alt,
    captions,
  }));
  await tx.insert(productVideos).values(rows);
}

/** Replaces the attributes of a product, which the caller has locked. */
export async function writeAttributes(tx: Db, productId: string, attributes: readonly Attribute[]): Promise<void> {
  await tx.delete(productAttributes).where(eq(productAttributes.productId, productId));
  if (attributes.length === 0) return;
  await tx.insert(productAttributes).values(
    attributes.map(({ group, name, value, unit }, place) => ({
      productId,
      position: place + 1,
      groupName: group,
      name,
      value,
      unit,
    })),
  );
}

type UsedAttributes = { names: string[]; groups: string[]; units: string[] };

/** Names, groups and units that attributes of any product have, the most used first. */
export async function listUsedAttributes(db: Db, _admin: Admin<"products.read">): Promise<UsedAttributes> {
  const mostUsed = async (column: "name" | "group_name" | "unit") => {
    const { rows } = await db.execute<{ text: string }>(sql`
      select ${sql.raw(column)} as text from ${productAttributes} where ${sql.raw(column)} <> ''
      group by 1 order by count(*) desc, 1 limit 200`);
    return rows.map(({ text }) => text);
  };
  return { names: await mostUsed("name"), groups: await mostUsed("group_name"), units: await mostUsed("unit") };
}
