import { type QuotedLine, refreshItems } from "@shop/shared/cart";
import { keepListedMs } from "@shop/shared/shop";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useEffect } from "react";
import { trpc } from "../../lib/trpc.ts";
import { updateCart, useCart } from "./cart-store.ts";

/** What is asked for at once: more of it would make an address that is refused on the way. */
const linesAtOnce = 20;

type Client = ReturnType<typeof trpc.useUtils>["client"];

async function ask(client: Client, lines: { _id: string }[], signal: AbortSignal): Promise<QuotedLine[]> {
  const parts = Array.from({ length: Math.ceil(lines.length / linesAtOnce) }, (_, n) =>
    client.cartPricing.quote.query({ lines: lines.slice(n * linesAtOnce, (n + 1) * linesAtOnce) }, { signal }),
  );
  return (await Promise.all(parts)).flatMap((part) => part.lines);
}

/** What the shop says of the cart's lines today, once it is known. */
export type Quote = {
  lines: readonly QuotedLine[];
  /** Why it is not known. */
  error: unknown;
  isAsking: boolean;
  askAgain: () => void;
};

/** Compares the cart with today's shop. What nobody needs to agree to is taken over at once. */
export function useQuote(): Quote {
  const cart = useCart();
  const { client } = trpc.useUtils();
  const asked = cart.cartItems.map(({ _id }) => ({ _id }));
  const answer = useQuery({
    queryKey: getQueryKey(trpc.cartPricing.quote, { lines: asked }, "query"),
    queryFn: ({ signal }) => ask(client, asked, signal),
    enabled: asked.length > 0,
    gcTime: keepListedMs,
    refetchOnReconnect: true,
    // What is known of the other lines stays known when one is changed or removed.
    placeholderData: keepPreviousData,
  });
  const lines = answer.data;
  useEffect(() => {
    if (lines !== undefined) updateCart((present) => refreshItems(present, lines));
  }, [lines]);
  return {
    lines: lines ?? [],
    error: answer.error,
    isAsking: answer.isFetching,
    askAgain: () => void answer.refetch(),
  };
}
