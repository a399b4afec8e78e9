import type { Cart } from "@shop/shared/cart/cart";
import { countUnits } from "@shop/shared/cart/cart-items";
import { orderLinesMax } from "@shop/shared/shop";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";

/** Why no order can be placed of a cart as it is; `undefined` where it can. Nothing is asked of guests. */
export function useOrderLimit(cart: Cart, isSignedIn: boolean): string | undefined {
  const units = countUnits(cart);
  const { data } = trpc.order.unpaidLimit.useQuery(undefined, {
    ...cachedBriefly,
    enabled: isSignedIn && units > 0,
  });
  const excess = cart.cartItems.length - orderLinesMax;
  if (excess > 0)
    return `An order can have at most ${orderLinesMax} different products. Please take ${excess} out, and order them afterwards.`;
  if (data === undefined || data.held === 0 || data.held + units <= data.max) return undefined;
  return `You have ${data.held} items in unpaid orders, and together with these it can be at most ${data.max}. Please pay for an open order first, or take items out.`;
}
