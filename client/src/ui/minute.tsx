import { Timestamp } from "./timestamp.tsx";

/** UTC date and time of an ISO timestamp, to the minute. */
export function Minute({ time, className }: { time: string; className?: string | undefined }) {
  return (
    <Timestamp time={time} className={className}>
      {`${time.slice(0, 10)} ${time.slice(11, 16)} UTC`}
    </Timestamp>
  );
}
