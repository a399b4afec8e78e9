/**
 * What the server writes into the HTML of a page, so that the first screen
 * needs no further request. Read by the client once, at start.
 */
export type PageData = {
  shop: { name: string; demoPayments: boolean };
  /** Answers of catalogue queries, by procedure path and input. */
  queries: { path: string[]; input?: unknown; data: unknown }[];
};

/** Id of the script element that carries the page's data as JSON. */
export const pageDataElementId = "page-data";

export const defaultTitle = "Modern E-Commerce Store";
export const defaultDescription =
  "Curated electronics, fashion and accessories, chosen with care and shipped free over $100.";

/** The document title for a page name; the default title when there is none. */
export function pageTitle(name: string | undefined, shopName: string): string {
  return name === undefined || name === "" ? defaultTitle : `${name} | ${shopName}`;
}
