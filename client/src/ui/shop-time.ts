import { useShop } from "./shop-identity.ts";

/** Writes ISO times as clocks in the shop's time zone show them. */
export function useShopTime(): { dayOf: (time: string) => string; minuteOf: (time: string) => string } {
  const { timeZone = "UTC" } = useShop();
  // The wire is in UTC, which needs no conversion.
  const clock =
    timeZone === "UTC" ? (time: string) => time.replace("T", " ") : (time: string) => inZone(timeZone, time);
  const zone = timeZone === "UTC" ? " UTC" : "";
  return { dayOf: (time) => clock(time).slice(0, 10), minuteOf: (time) => clock(time).slice(0, 16) + zone };
}

/** The last formatter, because a shop has one time zone: to make one takes a thousand times as long as to use it. */
let last: { timeZone: string; format: Intl.DateTimeFormat } | undefined;

function inZone(timeZone: string, time: string): string {
  if (last?.timeZone !== timeZone) {
    // Swedes write the year first, as ISO 8601 does.
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
    last = { timeZone, format };
  }
  return last.format.format(new Date(time));
}
