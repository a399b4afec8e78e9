import type { Filled } from "./fill.ts";

/** The bare server, the two transports of the shop, and its HTML pages. */
export type Transport = "bare" | "REST" | "tRPC" | "HTML";

/**
 * A route to the scenario's content, and the minimum ratio of its requests per second to those of
 * another transport.
 */
export type Route = { transport: Transport; path: string; floor?: { of: Transport; share: number } };

/** A storefront request. Each route comes after the one that its floor refers to. */
export type Scenario = {
  name: string;
  routes: Route[];
  /** The query of the page's data that holds the content. */
  inPage?: string;
};

const ofREST = { of: "REST", share: 0.7 } as const;
const htmlOfREST = { of: "REST", share: 0.6 } as const;

export function scenariosOf({ productId, keyword }: Filled): Scenario[] {
  const detail = `/api/products/${productId}`;
  const search = `/api/products?${new URLSearchParams({ keyword })}`;
  const list = trpcPath("catalog.list", { keyword: "", pageNumber: 1 });
  return [
    {
      name: "list, page 1",
      inPage: "catalog.list",
      routes: [
        { transport: "bare", path: "/api/products" },
        { transport: "REST", path: "/api/products", floor: { of: "bare", share: 1.5 } },
        { transport: "tRPC", path: list, floor: ofREST },
        { transport: "HTML", path: "/", floor: htmlOfREST },
      ],
    },
    {
      name: "detail",
      inPage: "catalog.product",
      routes: [
        { transport: "bare", path: detail },
        { transport: "REST", path: detail, floor: { of: "bare", share: 0.65 } },
        { transport: "tRPC", path: trpcPath("catalog.product", { id: productId }), floor: ofREST },
        { transport: "HTML", path: `/product/${productId}`, floor: htmlOfREST },
      ],
    },
    {
      name: "search",
      routes: [
        { transport: "bare", path: search },
        { transport: "REST", path: search, floor: { of: "bare", share: 1 } },
        { transport: "tRPC", path: trpcPath("catalog.list", { keyword, pageNumber: 1 }), floor: ofREST },
      ],
    },
    {
      name: "suggestions",
      routes: [
        { transport: "bare", path: `/suggestions?${new URLSearchParams({ keyword })}` },
        { transport: "tRPC", path: trpcPath("catalog.suggest", { keyword }), floor: { of: "bare", share: 0.6 } },
      ],
    },
  ];
}

function trpcPath(procedure: string, input: unknown): string {
  return `/trpc/${procedure}?${new URLSearchParams({ input: JSON.stringify(input) })}`;
}
