import { useShopTime } from "./shop-time.ts";
import { Timestamp } from "./timestamp.tsx";

/** The day of an ISO timestamp in the shop's time zone. */
export function Day({ time, className }: { time: string; className?: string | undefined }) {
  const { dayOf } = useShopTime();
  return (
    <Timestamp time={time} className={className}>
      {dayOf(time)}
    </Timestamp>
  );
}
