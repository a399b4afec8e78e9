import { type Arrival, arrivalOf, arrivalText, dayIn } from "@shop/shared/delivery";
import { useEffect, useState } from "react";
import { useIsHydrated } from "../lib/use-is-hydrated.ts";
import { whenIdle } from "../lib/when-idle.ts";
import { type ShopIdentity, useShop } from "./shop-identity.ts";

/**
 * The shop's day: while a page is hydrated the one that it was rendered with, then the current one. A page that was
 * left open overnight shows the new day once it is looked at again.
 */
function useShopDay(delivery: ShopIdentity["delivery"]): string {
  const timeZone = delivery?.timeZone;
  const isHydrated = useIsHydrated();
  const [day, setDay] = useState(() =>
    isHydrated && timeZone !== undefined ? dayIn(timeZone, new Date()) : (delivery?.today ?? ""),
  );
  useEffect(() => {
    if (timeZone === undefined) return;
    const update = () => setDay(dayIn(timeZone, new Date()));
    // The first use of a time zone takes a phone as long as rendering a screen.
    const cancel = whenIdle(update);
    document.addEventListener("visibilitychange", update);
    return () => {
      cancel();
      document.removeEventListener("visibilitychange", update);
    };
  }, [timeZone]);
  return day;
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
