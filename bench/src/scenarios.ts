import type { Filled } from "./fill.ts";

/** One act of a visitor: where each contender answers it. */
export type Scenario = { name: string; bare: string; rest: string; trpc: string };

/** Shares of the bare server's requests per second that the shop must reach, by door. */
export const floors = { rest: 0.6, trpc: 0.45 };

export function scenariosOf({ productId, keyword }: Filled): Scenario[] {
  const detail = `/api/products/${productId}`;
  const search = `/api/products?${new URLSearchParams({ keyword })}`;
  return [
    {
      name: "list, page 1",
      bare: "/api/products",
      rest: "/api/products",
      trpc: trpcPath("catalog.list", { keyword: "", pageNumber: 1 }),
    },
    { name: "detail", bare: detail, rest: detail, trpc: trpcPath("catalog.product", { id: productId }) },
    { name: "search", bare: search, rest: search, trpc: trpcPath("catalog.list", { keyword, pageNumber: 1 }) },
  ];
}

function trpcPath(procedure: string, input: unknown): string {
  return `/trpc/${procedure}?${new URLSearchParams({ input: JSON.stringify(input) })}`;
}
