import { useEffect } from "react";
import { useShop } from "../../ui/shop-identity.ts";

/**
 * Whether the loaded document lets the payment provider's script in; a browser keeps the content policy of the document
 * that it loaded first, however far one has gone since.
 */
export function useTakesPayments(): boolean {
  const { isWithoutPayment = false, payments, stripe } = useShop();
  return !isWithoutPayment || (payments === "off" && stripe === undefined);
}

/** Loads this page anew where a payment begins in a document that takes none. Gives whether it does. */
export function useReloadForPayment(isPaid: boolean): boolean {
  const takesPayments = useTakesPayments();
  const isReloading = !isPaid && !takesPayments;
  useEffect(() => {
    if (isReloading) location.reload();
  }, [isReloading]);
  return isReloading;
}
