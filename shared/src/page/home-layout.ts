import type { ProductSummary } from "../catalog/catalog.ts";
import type { Entrance } from "../catalog/term-page.ts";
import type { BlockNode } from "./info-page.ts";

// Home loads this, so this module must not import zod.

/** Where the products of a row come from. */
export const rowSources = ["new", "loved", "sale", "collection"] as const;
export type RowSource = (typeof rowSources)[number];

export const imageSides = ["left", "right"] as const;
export type ImageSide = (typeof imageSides)[number];

/** A button that leads somewhere; both empty for none. */
type BlockLink = { label: string; to: string };

type Headline = BlockLink & { kind: "headline"; title: string; text: string; image: string; imageAlt: string };
type Story = BlockLink & { kind: "story"; title: string; image: string; imageAlt: string; side: ImageSide };

/** Without ids the first ones of the menu. */
export type TermsBlock = { kind: "categories" | "brands"; title: string; ids: string[] };

/** A category with its image and its description. Without an id the first one of the menu that has both. */
export type CategoryBlock = { kind: "category"; id: string };

/** A part of Home as an owner arranges it. */
export type HomeBlock =
  /** The carousel. Without products of the owner's choice it shows the best-rated ones. */
  | { kind: "featured"; productIds: string[] }
  /** A row of links to the first categories and brands of the menu. */
  | { kind: "entrances" }
  /** The list of all products with its filters and pages. */
  | { kind: "products" }
  | Headline
  | { kind: "row"; title: string; source: RowSource; collectionId: string }
  /** `text` is Markdown. */
  | (Story & { text: string })
  | TermsBlock
  | CategoryBlock
  | { kind: "reviews"; title: string }
  /** Markdown. */
  | { kind: "text"; text: string };

export type HomeBlockKind = HomeBlock["kind"];

/** What every shop has, in the specified order. The carousel and the list can be moved, but not taken away. */
export const specifiedHome: readonly HomeBlock[] = [
  { kind: "featured", productIds: [] },
  { kind: "entrances" },
  { kind: "products" },
];

/** Home of a shop with many products, until its owner publishes another one: the specified parts and a look into the shop. */
export const usualHome: readonly HomeBlock[] = [
  { kind: "featured", productIds: [] },
  { kind: "row", title: "New", source: "new", collectionId: "" },
  { kind: "row", title: "Most loved", source: "loved", collectionId: "" },
  { kind: "category", id: "" },
  { kind: "reviews", title: "What customers say" },
  { kind: "entrances" },
  { kind: "products" },
];

/** From so many products on a shop has the usual Home. With fewer, the list itself shows most of them. */
export const usualHomeFrom = 36;

export const requiredBlocks: readonly HomeBlockKind[] = ["featured", "products"];

/** How many products a row has, and how many reviews and how many brands or categories a block shows, at most. */
export const rowProducts = 4;
export const homeReviews = 3;
export const homeTerms = 6;

/** A review on Home. */
export type HomeReview = {
  _id: string;
  name: string;
  rating: number;
  comment: string;
  /** The first of its photos. Absent where it has none. */
  photo?: string;
  product: { _id: string; name: string; image: string };
};

/** A specified part of Home. `products`: those of a draft, where they are not the ones of the shop. */
type SpecifiedBlock = { kind: "featured"; products?: ProductSummary[] } | { kind: "entrances" } | { kind: "products" };

/** A part of Home as customers see it. */
export type ShownBlock =
  | SpecifiedBlock
  | Headline
  /** `to`: where there are more of them; empty for nowhere. */
  | { kind: "row"; title: string; to: string; products: ProductSummary[] }
  /** `imageOf`: the product of which it shows the image, if any. */
  | (Story & { body: BlockNode[]; imageOf?: string })
  | { kind: "terms"; title: string; terms: Entrance[] }
  | { kind: "reviews"; title: string; reviews: HomeReview[] }
  | { kind: "text"; body: BlockNode[] };

const specifiedKinds = ["featured", "entrances", "products"] as const;

/** The parts that every shop can have, the only ones on further pages of Home. */
export function specifiedPartsOf(blocks: readonly { kind: HomeBlockKind }[]): ShownBlock[] {
  return blocks.flatMap(({ kind }) => {
    const found = specifiedKinds.find((specified) => specified === kind);
    return found === undefined ? [] : [{ kind: found }];
  });
}

/** Whether Home has parts besides the specified ones. */
export function hasOwnBlocks(blocks: readonly { kind: string }[]): boolean {
  return !blocks.every(({ kind }) => specifiedKinds.some((specified) => specified === kind));
}

/** The specified Home as customers see it. */
export const specifiedBlocks: readonly ShownBlock[] = specifiedPartsOf(specifiedHome);

/** The `sizes` attribute of the image of a headline. The server's preload must use the same value. */
export const headlineImageSizes = "(min-width: 75em) 640px, (min-width: 48em) 50vw, 100vw";

/** `draft` has no date, and `past` is a layout that another one has followed. */
export type LayoutState = "draft" | "planned" | "shown" | "past";

/** A layout of Home in the list of admins. */
export type HomeLayoutLine = {
  _id: string;
  name: string;
  state: LayoutState;
  /** When it is or was to begin; null for a draft. */
  startsAt: string | null;
  updatedAt: string;
  version: number;
};

/** A layout as its edit screen loads it. */
export type HomeLayoutDetail = HomeLayoutLine & { blocks: HomeBlock[] };
