import { type Arrival, arrivalOf, arrivalText, dayIn } from "@shop/shared/delivery";
import { useSyncExternalStore } from "react";
import { type ShopIdentity, useShop } from "./shop-identity.ts";

/** A page that was left open overnight shows the new day once it is looked at again. */
function subscribe(onChange: () => void): () => void {
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}

/** The shop's day: while a page is hydrated the one that it was rendered with, then the current one. */
function useShopDay(delivery: ShopIdentity["delivery"]): string {
  return useSyncExternalStore(
    subscribe,
    () => (delivery === undefined ? "" : dayIn(delivery.timeZone, new Date())),
    () => delivery?.today ?? "",
  );
}

/** When an order of today is expected to arrive: "Arrives Nov 26 to 28". Renders nothing where the shop does not say. */
export function ArrivalOfToday({ className }: { className?: string | undefined }) {
  const { delivery } = useShop();
  const today = useShopDay(delivery);
  if (delivery === undefined) return null;
  return <p className={className}>Arrives {arrivalText(arrivalOf(delivery, today))}</p>;
}

/** The same for an order that was placed before, with the days that its customer was told. */
export function ArrivalOfOrder({ arrival, className }: { arrival: Arrival; className?: string | undefined }) {
  const today = useShopDay(useShop().delivery);
  const isOver = today > arrival.to;
  return (
    <p className={className}>
      {isOver ? "Expected" : "Arrives"} {arrivalText(arrival)}
    </p>
  );
}
