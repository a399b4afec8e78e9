import type { Cart } from "@shop/shared/cart/cart";
import { discountSubject, saveDiscounts, savedBy } from "@shop/shared/cart/cart-discounts";
import { destinationOf } from "@shop/shared/cart/price-cart";
import { keepListedMs } from "@shop/shared/shop";
import { useQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useEffect } from "react";
import { useSelling } from "../../lib/selling.ts";
import { trpc } from "../../lib/trpc.ts";
import { updateCart } from "./cart-store.ts";

export type Discounts = {
  /** Whether the shop has discounts, so that a code can be entered. */
  isOffered: boolean;
  isAsking: boolean;
  error: unknown;
  refetch: () => void;
};

/** Asks what a cart saves, whenever something of it has changed, and writes it into the cart. */
export function useDiscounts(cart: Cart, hasDiscounts: boolean): Discounts {
  const { terms } = useSelling();
  const { client } = trpc.useUtils();
  const of = discountSubject(cart);
  const { cartItems, discountCodes: codes = [], deliveryMethod, taxNumber } = cart;
  const isOffered = hasDiscounts || codes.length > 0;
  const query = useQuery({
    queryKey: [...getQueryKey(trpc.cartPricing.discounts), of],
    queryFn: ({ signal }) => {
      const { country: countryCode, region, postalCode } = destinationOf(cart, terms);
      return client.cartPricing.discounts.mutate(
        {
          lines: cartItems.map(({ _id, qty }) => ({ _id, qty })),
          codes: [...codes],
          place: { countryCode, region: region ?? "", postalCode: postalCode ?? "" },
          ...(deliveryMethod === undefined ? {} : { deliveryMethod }),
          ...(taxNumber === undefined ? {} : { taxNumber }),
        },
        { signal },
      );
    },
    enabled: isOffered && cartItems.length > 0,
    gcTime: keepListedMs,
    refetchOnReconnect: true,
  });
  const { data } = query;
  useEffect(() => {
    if (data !== undefined) updateCart((current) => saveDiscounts(current, { ...data, of }));
  }, [data, of]);
  return {
    isOffered,
    isAsking: query.isFetching && savedBy(cart) === undefined,
    error: query.error,
    refetch: () => void query.refetch(),
  };
}
