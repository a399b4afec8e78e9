import type { Filled } from "./fill.ts";

/**
 * The bare server, the two transports of the shop, and its HTML pages; and servers that send the bytes and headers of the
 * REST or HTML answer from memory: Node's own, as the upper limit of what caching can reach, and Fastify.
 */
export type Transport = "bare" | "plain" | "memory" | "REST" | "tRPC" | "HTML" | "HTML plain" | "HTML memory";

/** Minimum ratio of the processor time of another transport for a request to a route's. */
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

/** Whoever visits a sale feels it when an answer that is known takes much longer than its bytes need. */
const asFastAsMemory = [
  { of: "memory", share: 0.35 },
  { of: "plain", share: 0.3 },
] satisfies Floor[];

/** The routes of REST and tRPC. The bare server's is only compared in content. */
function apiRoutes(rest: string, trpc: string): Route[] {
  return [
    { transport: "bare", path: rest },
    { transport: "plain", path: rest },
    { transport: "memory", path: rest },
    { transport: "REST", path: rest, floors: asFastAsMemory },
    { transport: "tRPC", path: trpc, floors: asFastAsMemory },
  ];
}

function htmlRoutes(path: string): Route[] {
  return [
    { transport: "HTML plain", path },
    { transport: "HTML memory", path },
    {
      transport: "HTML",
      path,
      floors: [
        { of: "HTML memory", share: 0.45 },
        { of: "HTML plain", share: 0.4 },
      ],
    },
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
      routes: [...apiRoutes("/api/products", list), ...htmlRoutes("/")],
    },
    {
      name: "detail",
      inPage: "catalog.product",
      routes: [...apiRoutes(detail, product), ...htmlRoutes(`/product/${productId}`)],
    },
    { name: "search", routes: apiRoutes(search, trpcPath("catalog.list", { keyword, pageNumber: 1 })) },
    {
      name: "suggestions",
      routes: [
        { transport: "bare", path: `/suggestions?${new URLSearchParams({ keyword })}` },
        { transport: "tRPC", path: trpcPath("catalog.suggest", { keyword }) },
      ],
    },
  ];
}

export type Origins = { shop: string; bare: string; plain: string };

/** The address of a route, by the origins of the servers. */
export function addressOf({ transport, path }: Route, origins: Origins): string {
  const server = serverOf(transport);
  if (transport === "bare" || server === "shop") return origins[server] + path;
  return `${origins[server]}/memory?${new URLSearchParams({ of: origins.shop + path })}`;
}

/** The server that answers a transport. */
export function serverOf(transport: Transport): keyof Origins {
  if (isOfShop(transport)) return "shop";
  return transport === "plain" || transport === "HTML plain" ? "plain" : "bare";
}

/** Whether the shop answers a transport. */
export function isOfShop(transport: Transport): boolean {
  return transport === "REST" || transport === "tRPC" || transport === "HTML";
}

export function trpcPath(procedure: string, input: unknown): string {
  return `/trpc/${procedure}?${new URLSearchParams({ input: JSON.stringify(input) })}`;
}
