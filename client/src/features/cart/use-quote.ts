import { type QuotedLine, refreshItems } from "@shop/shared/cart/cart-changes";
import { keepListedMs } from "@shop/shared/shop";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useEffect } from "react";
import { currentSelling } from "../../lib/selling.ts";
import { trpc } from "../../lib/trpc.ts";
import { repriceCart, updateCart, useCart } from "./cart-store.ts";

/** Lines per request. More would exceed the URL length that proxies accept. */
const linesPerRequest = 20;

type Client = ReturnType<typeof trpc.useUtils>["client"];

type Quoted = { lines: QuotedLine[]; hasDiscounts: boolean };

/** The products of lines as they are sold now, and whether there are discounts. */
export async function fetchQuote(client: Client, lines: { _id: string }[], signal?: AbortSignal): Promise<Quoted> {
  const parts = await fetchParts(client, lines, signal);
  await followTerms(client, parts);
  return {
    lines: parts.flatMap((part) => part.lines),
    // Servers of the release before have none.
    hasDiscounts: parts.some(({ hasDiscounts = false }: Partial<QuotePart>) => hasDiscounts),
  };
}

type QuotePart = Awaited<ReturnType<Client["cartPricing"]["quote"]["query"]>>;

/** Prices the cart by the terms of sale in force, if the page is from before them. */
async function followTerms(client: Client, parts: readonly QuotePart[]): Promise<void> {
  const current = currentSelling().version;
  // Servers of the release before name no version.
  if (!parts.some(({ termsVersion = current }: Partial<QuotePart>) => termsVersion !== current)) return;
  repriceCart(await client.cartPricing.selling.query());
}

function fetchParts(client: Client, lines: { _id: string }[], signal?: AbortSignal): Promise<QuotePart[]> {
  const parts = Array.from({ length: Math.ceil(lines.length / linesPerRequest) }, (_, n) =>
    client.cartPricing.quote.query(
      { lines: lines.slice(n * linesPerRequest, (n + 1) * linesPerRequest) },
      signal === undefined ? {} : { signal },
    ),
  );
  return Promise.all(parts);
}

export type Quote = {
  /** Empty until loaded. */
  lines: readonly QuotedLine[];
  hasDiscounts: boolean;
  error: unknown;
  isFetching: boolean;
  refetch: () => void;
};

/** Current prices and stock of the cart lines. Changes that need no consent are applied to the cart at once. */
export function useQuote(): Quote {
  const cart = useCart();
  const { client } = trpc.useUtils();
  const products = cart.cartItems.map(({ _id }) => ({ _id }));
  const query = useQuery({
    queryKey: getQueryKey(trpc.cartPricing.quote, { lines: products }, "query"),
    queryFn: ({ signal }) => fetchQuote(client, products, signal),
    enabled: products.length > 0,
    gcTime: keepListedMs,
    refetchOnReconnect: true,
    // Keeps the other lines quoted while a changed set of lines loads.
    placeholderData: keepPreviousData,
  });
  const lines = query.data?.lines;
  useEffect(() => {
    if (lines !== undefined) updateCart((current) => refreshItems(current, lines));
  }, [lines]);
  return {
    lines: lines ?? [],
    hasDiscounts: query.data?.hasDiscounts ?? false,
    error: query.error,
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
  };
}
