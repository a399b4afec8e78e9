// Every page links to these, so this module must not import zod.

/** The pages that every shop can have, with a text to start from, in the order of their links. */
export const infoSlugs = [
  "shipping",
  "returns",
  "contact",
  "terms",
  "privacy",
  "imprint",
  "accessibility",
  "size-guide",
] as const;
export type InfoSlug = (typeof infoSlugs)[number];

/** The columns of the footer in which links to these pages stand. */
export type InfoGroup = "help" | "company";

/** Where the link to an owner's own page stands; `none` for a page to which only texts and menus lead. */
export const pagePlaces = ["help", "company", "none"] as const;
export type PagePlace = (typeof pagePlaces)[number];

/** The end of the address of an owner's own page. */
export const pageSlugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** How many pages owners can write besides those that every shop can have. */
export const ownPagesMax = 200;

/** A page that customers can read, as other pages link to it. */
export type InfoLink = { slug: string; title: string; group: InfoGroup };

/** Text within a line. A plain string is text as it is. */
export type InlineNode =
  | string
  | { type: "strong" | "emphasis"; content: InlineNode[] }
  | { type: "code"; text: string }
  | { type: "link"; to: string; content: InlineNode[] }
  | { type: "break" };

/** A part of a text. Only these reach a browser, whatever an admin has written. */
export type BlockNode =
  | { type: "paragraph"; content: InlineNode[] }
  | { type: "heading"; level: 2 | 3 | 4; content: InlineNode[] }
  | { type: "list"; start: number | null; items: BlockNode[][] }
  | { type: "quote"; content: BlockNode[] }
  | { type: "preformatted"; text: string }
  | { type: "table"; head: InlineNode[][]; rows: InlineNode[][][] }
  /** An uploaded image, in a line of its own. */
  | { type: "image"; image: string; alt: string }
  | { type: "rule" };

/** One of the shop's own pages as customers read it. */
export type InfoPage = {
  slug: string;
  title: string;
  /** The first words, for search engines. */
  description: string;
  body: BlockNode[];
  /** When an admin saved it; null for a text that the shop has written from its settings. */
  updatedAt: string | null;
};

/** Whether the end of an address is that of one of these pages. */
export function isInfoSlug(text: string): text is InfoSlug {
  return infoSlugs.some((slug) => slug === text);
}
