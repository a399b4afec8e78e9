import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { hasOwnImage } from "@shop/shared/catalog/image";
import { type Entrance, termPath } from "@shop/shared/catalog/term-page";
import {
  type CategoryBlock,
  type HomeBlock,
  homeReviews,
  homeTerms,
  type RowSource,
  rowProducts,
  type ShownBlock,
  specifiedPartsOf,
} from "@shop/shared/page/home-layout";
import { homeBlocksMax } from "@shop/shared/page/home-layout-edit";
import type { BlockNode } from "@shop/shared/page/info-page";
import { pages } from "@shop/shared/page/pages";
import { featuredLimit } from "@shop/shared/shop";
import { LRUCache } from "lru-cache";
import type { Db } from "../../db/client.ts";
import { asTyped, renderMarkdown } from "../../infra/render-markdown.ts";
import type { Admin } from "../base/actor.ts";
import { readDraftText } from "../base/draft-text.ts";
import { listCollections } from "../catalog/collection/read-collections.ts";
import { readHomeLayout } from "../catalog/home-layout.ts";
import { chooseTerms, withImages } from "../catalog/menu.ts";
import { perVersion } from "../catalog/per-version.ts";
import { type FirstProducts, productSearch } from "../catalog/search/product-search.ts";
import { listChosenOrBest, listFeatured } from "../catalog/storefront.ts";
import { readTermPage } from "../catalog/term-page.ts";
import { listLatestGoodReviews } from "../review/latest-good-reviews.ts";

/** What the products of a row are found by. */
type Row = { kind: "row"; title: string; to: string; find: FirstProducts };
/** A category of which the image can change at any time. */
type Category = { kind: "category"; term: Entrance; body: BlockNode[] };
type Terms = { kind: "terms"; title: string; terms: Entrance[] };
/** A block with all of it that changes with the version of the catalog alone: not prices, stock, reviews and images. */
type PreparedBlock = Exclude<ShownBlock, { kind: "row" | "terms" | "reviews" }> | Row | Terms | Category | Reviews;
type Reviews = { kind: "reviews"; title: string };

/** Home as customers see it; on its further pages the specified parts alone. Parts without content are left out. */
export async function readHome(db: Db, isFirstPage: boolean): Promise<ShownBlock[]> {
  if (!isFirstPage) return specifiedPartsOf(await readHomeLayout(db));
  return fill(db, await prepareCurrent(db));
}

const prepareCurrent = perVersion(async (db) => prepare(db, await readHomeLayout(db), { isDraft: false }));

/** A draft as customers would see it. Fails with VALIDATION for a text that would take too long to show. */
export async function previewHome(
  db: Db,
  _admin: Admin<"content.write">,
  blocks: readonly HomeBlock[],
): Promise<ShownBlock[]> {
  const shown = await fill(db, await prepare(db, blocks, { isDraft: true }));
  const carousel = blocks.find((block) => block.kind === "featured");
  const products = await listChosenOrBest(db, carousel?.productIds ?? [], featuredLimit);
  return shown.map((block) => (block.kind === "featured" ? { kind: "featured", products } : block));
}

/** Fails with VALIDATION for a text that would take too long to show. */
export async function refuseSlowTexts(blocks: readonly HomeBlock[]): Promise<void> {
  for (const [place, block] of blocks.entries()) {
    if ("text" in block && block.kind !== "headline") await readDraftText(block.text, textPath(place));
  }
}

const textPath = (place: number) => `blocks.${place}.text`;

/** The texts of the Home in force as trees, so that Home does not wait for the process that reads texts of other pages. */
const shownTexts = new LRUCache<string, BlockNode[]>({ max: 2 * homeBlocksMax });

async function readShown(text: string): Promise<BlockNode[]> {
  const known = shownTexts.get(text);
  if (known !== undefined) return known;
  const body = (await renderMarkdown(text)) ?? asTyped(text);
  shownTexts.set(text, body);
  return body;
}

type Preparing = { isDraft: boolean };

async function prepare(db: Db, blocks: readonly HomeBlock[], { isDraft }: Preparing): Promise<PreparedBlock[]> {
  const prepared: PreparedBlock[] = [];
  for (const [place, block] of blocks.entries()) {
    const read = (text: string) => (isDraft ? readDraftText(text, textPath(place)) : readShown(text));
    const found = await prepareBlock(db, block, read);
    if (found !== undefined) prepared.push(found);
  }
  return prepared;
}

type ReadText = (text: string) => Promise<BlockNode[]>;

/** Nothing for a block whose collection is not published any more. */
async function prepareBlock(db: Db, block: HomeBlock, read: ReadText): Promise<PreparedBlock | undefined> {
  switch (block.kind) {
    case "featured":
    case "entrances":
    case "products":
      return { kind: block.kind };
    case "row":
      return prepareRow(db, block);
    case "categories":
    case "brands": {
      const terms = await chooseTerms(db, block.kind === "brands" ? "brand" : "category", block.ids, homeTerms);
      return { kind: "terms", title: block.title, terms };
    }
    case "category":
      return prepareCategory(db, block);
    case "story": {
      const { text, ...story } = block;
      return { ...story, body: await read(text) };
    }
    case "text":
      return { kind: "text", body: await read(block.text) };
    default:
      return block;
  }
}

/** The chosen category, or the first of the menu that says what it is about. Nothing where there is none. */
async function prepareCategory(db: Db, { id }: CategoryBlock): Promise<Category | undefined> {
  const terms = await chooseTerms(db, "category", id === "" ? [] : [id], homeTerms);
  for (const term of terms) {
    const { description } = await readTermPage(db, term);
    if (description !== "" || id !== "") return { kind: "category", term, body: asTyped(description) };
  }
  return undefined;
}

const rows: Record<Exclude<RowSource, "collection">, { to: string; find: FirstProducts }> = {
  new: { to: `${pages.products.path}?sort=newest`, find: { sort: "newest" } },
  loved: { to: `${pages.products.path}?sort=rating`, find: { sort: "rating" } },
  sale: { to: "", find: { sort: "newest", isOnSale: true } },
};

async function prepareRow(db: Db, block: Extract<HomeBlock, { kind: "row" }>): Promise<Row | undefined> {
  const { title, source, collectionId } = block;
  if (source !== "collection") return { kind: "row", title, ...rows[source] };
  const found = (await listCollections(db)).find(({ _id }) => _id === collectionId);
  if (found === undefined) return undefined;
  const { slug } = found;
  return { kind: "row", title, to: termPath("collection", slug), find: { sort: "relevance", collection: slug } };
}

/** With what changes at any time. */
async function fill(db: Db, prepared: readonly PreparedBlock[]): Promise<ShownBlock[]> {
  const shown: ShownBlock[] = [];
  const carousel = prepared.some(({ kind }) => kind === "featured") ? await listFeatured(db, featuredLimit) : [];
  const above = new Set(carousel.map(({ _id }) => _id));
  for (const block of prepared) {
    const filled = await fillBlock(db, block, above);
    if (isEmpty(filled)) continue;
    shown.push(filled);
    if (filled.kind === "row") for (const { _id } of filled.products) above.add(_id);
  }
  return shown;
}

/** A row leaves out what is sold out, and what is shown `above` already, where enough products are left. */
async function fillBlock(db: Db, block: PreparedBlock, above: ReadonlySet<string>): Promise<ShownBlock> {
  switch (block.kind) {
    case "row": {
      const { kind, title, to, find } = block;
      const found = await productSearch.findFirst(db, find, 2 * rowProducts + above.size);
      const better = found.filter(({ _id, countInStock }) => countInStock > 0 && !above.has(_id));
      return { kind, title, to, products: (better.length < rowProducts ? found : better).slice(0, rowProducts) };
    }
    case "category":
      return toStory(block, await withImages(db, [block.term]));
    case "terms":
      return { ...block, terms: await withImages(db, block.terms) };
    case "reviews":
      return { ...block, reviews: await listLatestGoodReviews(db, homeReviews) };
    default:
      return block;
  }
}

/** A category as the story of its image. */
function toStory({ term, body }: Category, [shown = term]: readonly Entrance[]): ShownBlock {
  const { name, slug } = term;
  const link = { label: `Shop ${name}`, to: termPath("category", slug) };
  const image = { image: shown.image, imageAlt: "", ...(shown.imageOf === null ? {} : { imageOf: shown.imageOf }) };
  return { kind: "story", title: name, body, ...image, side: "left", ...link };
}

function isEmpty(block: ShownBlock): boolean {
  // Only that of a category can be without an image.
  if (block.kind === "story") return !hasOwnImage(block.image);
  if (block.kind === "row") return block.products.length === 0;
  if (block.kind === "terms") return block.terms.length === 0;
  return block.kind === "reviews" && block.reviews.length === 0;
}

/** The products of which prices, stock, images or reviews are shown. */
export function productsOn(blocks: readonly ShownBlock[]): (Pick<ProductSummary, "_id"> & { variants?: unknown })[] {
  return blocks.flatMap((block) => {
    if (block.kind === "row") return block.products;
    if (block.kind === "reviews") return block.reviews.map(({ product: { _id } }) => ({ _id }));
    if (block.kind === "story") return block.imageOf === undefined ? [] : [{ _id: block.imageOf }];
    if (block.kind === "terms") return block.terms.flatMap(({ imageOf }) => (imageOf === null ? [] : { _id: imageOf }));
    return [];
  });
}
