import { useShopTime } from "./shop-time.ts";
import { Timestamp } from "./timestamp.tsx";

/** Day and time of an ISO timestamp in the shop's time zone, to the minute. */
export function Minute({ time, className }: { time: string; className?: string | undefined }) {
  const { minuteOf } = useShopTime();
  return (
    <Timestamp time={time} className={className}>
      {minuteOf(time)}
    </Timestamp>
  );
}
