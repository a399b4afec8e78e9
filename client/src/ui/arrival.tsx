import { type Arrival, arrivalAt, arrivalOf, arrivalText, type CalendarDay, dayIn } from "@shop/shared/order/delivery";
import type { DeliveryMethod } from "@shop/shared/terms-of-sale/terms-of-sale";
import { useEffect, useState } from "react";
import { useIsHydrated } from "../lib/use-is-hydrated.ts";
import { whenIdle } from "../lib/when-idle.ts";
import { type ShopIdentity, useShop } from "./shop-identity.ts";

type Delivery = NonNullable<ShopIdentity["delivery"]>;

/**
 * The shop's day: while a page is hydrated the one that it was rendered with, then the current one. A page that was
 * left open overnight shows the new day once it is looked at again.
 */
function useShopDay(delivery: Delivery | undefined): CalendarDay {
  const isHydrated = useIsHydrated();
  const [day, setDay] = useState(() => {
    if (delivery === undefined) return "";
    return isHydrated ? currentDay(delivery) : delivery.today;
  });
  useEffect(() => {
    if (delivery === undefined) return;
    const update = () => setDay(currentDay(delivery));
    const cancel = whenIdle(update);
    document.addEventListener("visibilitychange", update);
    return () => {
      cancel();
      document.removeEventListener("visibilitychange", update);
    };
  }, [delivery]);
  return day;
}

/** The first use of a time zone takes a phone as long as rendering a screen, so it waits for the end of the page's day. */
function currentDay({ today, todayEndsAt, timeZone }: Delivery): CalendarDay {
  return Date.now() < todayEndsAt ? today : dayIn(timeZone, new Date());
}

type ArrivalOfTodayProps = {
  className?: string | undefined;
  /** The delivery that was chosen; null for the usual one. */
  method?: DeliveryMethod | null;
};

/** When an order of today is expected to arrive: "Arrives Nov 26 to 28". Renders nothing where the shop does not say. */
export function ArrivalOfToday({ className, method = null }: ArrivalOfTodayProps) {
  const { delivery } = useShop();
  const today = useShopDay(delivery);
  if (delivery === undefined) return null;
  const verb = method?.pickUp == null ? "Arrives" : "Ready";
  const arrival = method === null ? arrivalOf(delivery, today) : arrivalAt(delivery, method, new Date());
  return (
    <p className={className}>
      {verb} {arrivalText(arrival)}
    </p>
  );
}

type ArrivalOfOrderProps = {
  arrival: Arrival;
  /** Whether the customer collects it. */
  isCollected?: boolean;
  className?: string | undefined;
};

/** The same for an order that was placed before, with the days that its customer was told. */
export function ArrivalOfOrder({ arrival, isCollected = false, className }: ArrivalOfOrderProps) {
  const today = useShopDay(useShop().delivery);
  const isOver = today > arrival.to;
  return (
    <p className={className}>
      {isOver ? "Expected" : isCollected ? "Ready" : "Arrives"} {arrivalText(arrival)}
    </p>
  );
}
