import { Timestamp } from "./timestamp.tsx";

/** Date and time of an ISO timestamp in the user's time zone, to the minute. */
export function LocalMinute({ time, className }: { time: string; className?: string | undefined }) {
  return (
    <Timestamp time={time} className={className}>
      {localMinute(new Date(time))}
    </Timestamp>
  );
}

function localMinute(time: Date): string {
  const [month, day, hours, minutes] = [time.getMonth() + 1, time.getDate(), time.getHours(), time.getMinutes()].map(
    (part) => String(part).padStart(2, "0"),
  );
  return `${time.getFullYear()}-${month}-${day} ${hours}:${minutes}`;
}
