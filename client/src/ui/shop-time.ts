import { dayOfTime, localTimeIn } from "@shop/shared/time-zone";
import { useShop } from "./shop-identity.ts";

/** Writes ISO times as clocks in the shop's time zone show them. */
export function useShopTime(): { dayOf: (time: string) => string; minuteOf: (time: string) => string } {
  const { timeZone = "UTC" } = useShop();
  // The wire is in UTC, which needs no conversion.
  if (timeZone === "UTC") {
    return {
      dayOf: (time) => time.slice(0, 10),
      minuteOf: (time) => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`,
    };
  }
  return {
    dayOf: (time) => dayOfTime(timeZone, new Date(time)),
    minuteOf: (time) => localTimeIn(timeZone, new Date(time)).replace("T", " "),
  };
}
