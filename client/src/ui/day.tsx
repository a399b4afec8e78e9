import { Timestamp } from "./timestamp.tsx";

/** UTC date of an ISO timestamp. */
export function Day({ time, className }: { time: string; className?: string | undefined }) {
  return (
    <Timestamp time={time} className={className}>
      {time.slice(0, 10)}
    </Timestamp>
  );
}
