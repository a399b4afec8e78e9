import type { Filled } from "./fill.ts";

/**
 * The bare server, the two transports of the shop, and its HTML pages; and routes of the bare server that send the
 * bytes and headers of the REST or HTML answer from memory, as the upper limit of what caching can reach.
 */
export type Transport = "bare" | "memory" | "REST" | "tRPC" | "HTML" | "HTML memory";

/** Minimum ratio of a route's requests per second to those of another transport. */
type Floor = { of: Transport; share: number };

/** A route to the scenario's content. */
export type Route = { transport: Transport; path: string; floors?: Floor[] };

/** A storefront request. Each route comes after those that its floors refer to. */
export type Scenario = {
  name: string;
  routes: Route[];
  /** The query of the page's data that holds the content. */
  inPage?: string;
};

const ofMemory = { of: "memory", share: 0.5 } as const;
const ofREST = { of: "REST", share: 0.8 } as const;
const htmlOfMemory = { of: "HTML memory", share: 0.4 } as const;

/** The routes of REST and tRPC with their floors. `share`: the minimum of REST in relation to the bare server. */
function apiRoutes(rest: string, trpc: string, share: number): Route[] {
  return [
    { transport: "bare", path: rest },
    { transport: "memory", path: rest },
    { transport: "REST", path: rest, floors: [ofMemory, { of: "bare", share }] },
    { transport: "tRPC", path: trpc, floors: [ofREST] },
  ];
}

function htmlRoutes(path: string): Route[] {
  return [
    { transport: "HTML memory", path },
    { transport: "HTML", path, floors: [htmlOfMemory] },
  ];
}

/** Storefront requests that were asked before. */
export function scenariosOf({ productId, keyword }: Filled): Scenario[] {
  const detail = `/api/products/${productId}`;
  const search = `/api/products?${new URLSearchParams({ keyword })}`;
  const list = trpcPath("catalog.list", { keyword: "", pageNumber: 1 });
  const product = trpcPath("catalog.product", { id: productId });
  return [
    {
      name: "list, page 1",
      inPage: "catalog.list",
      routes: [...apiRoutes("/api/products", list, 5), ...htmlRoutes("/")],
    },
    {
      name: "detail",
      inPage: "catalog.product",
      routes: [...apiRoutes(detail, product, 2), ...htmlRoutes(`/product/${productId}`)],
    },
    { name: "search", routes: apiRoutes(search, trpcPath("catalog.list", { keyword, pageNumber: 1 }), 1) },
    {
      name: "suggestions",
      routes: [
        { transport: "bare", path: `/suggestions?${new URLSearchParams({ keyword })}` },
        { transport: "tRPC", path: trpcPath("catalog.suggest", { keyword }), floors: [{ of: "bare", share: 2 }] },
      ],
    },
  ];
}

/** The address of a route, by the origins of the two servers. */
export function addressOf({ transport, path }: Route, { shop, bare }: { shop: string; bare: string }): string {
  if (transport === "bare") return bare + path;
  if (transport !== "memory" && transport !== "HTML memory") return shop + path;
  return `${bare}/memory?${new URLSearchParams({ of: shop + path })}`;
}

/** Whether the shop answers a transport. */
export function isOfShop(transport: Transport): boolean {
  return transport === "REST" || transport === "tRPC" || transport === "HTML";
}

function trpcPath(procedure: string, input: unknown): string {
  return `/trpc/${procedure}?${new URLSearchParams({ input: JSON.stringify(input) })}`;
}
