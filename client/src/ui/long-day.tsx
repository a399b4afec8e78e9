import { useShop } from "./shop-identity.ts";

/** The day of an ISO timestamp in words, such as November 21, 2026. In the shop's time zone, so that server and browser write the same. */
export function LongDay({ time }: { time: string }) {
  const { timeZone = "UTC" } = useShop();
  return <time dateTime={time}>{new Date(time).toLocaleDateString("en-US", { dateStyle: "long", timeZone })}</time>;
}
