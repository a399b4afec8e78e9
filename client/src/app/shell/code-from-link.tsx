import { addCode } from "@shop/shared/cart/cart-discounts";
import { codesMax, isCode, toCode } from "@shop/shared/discount/code";
import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { currentCart, updateCart } from "../../features/cart/cart-store.ts";
import { notify } from "../../ui/notify.ts";

/** Puts the discount code of a link into the cart, and takes it out of the address, so that it is not shared or entered twice. */
export function CodeFromLink({ entered }: { entered: string }) {
  const [, setParams] = useSearchParams();
  useEffect(() => {
    enterCode(toCode(entered));
    setParams(
      (params) => {
        params.delete("discount");
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [entered, setParams]);
  return null;
}

function enterCode(code: string): void {
  if (!isCode(code)) return;
  updateCart((cart) => addCode(cart, code));
  const isEntered = currentCart().discountCodes?.includes(code) === true;
  if (isEntered) notify.success(`The discount code ${code} is in your cart`);
  else notify.error(`Your cart has ${codesMax} discount codes. Remove one there, and open the link again.`);
}
