import { type Cart, type QuotedLine, refreshItems } from "@shop/shared/cart";
import { keepListedMs } from "@shop/shared/shop";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect } from "react";
import { trpc } from "../../lib/trpc.ts";
import { updateCart, useCart } from "./cart-store.ts";

function toLines({ cartItems }: Cart) {
  return { lines: cartItems.map(({ _id, qty }) => ({ _id, qty })) };
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
  const answer = trpc.cartPricing.quote.useQuery(toLines(cart), {
    enabled: cart.cartItems.length > 0,
    gcTime: keepListedMs,
    refetchOnReconnect: true,
    // What is known of the other lines stays known when one is changed or removed.
    placeholderData: keepPreviousData,
  });
  const lines = answer.data?.lines;
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
