import { Timestamp } from "./timestamp.tsx";

/** A moment to the minute, in the time that all days of the shop are told in. */
export function Minute({ time, className }: { time: string; className?: string | undefined }) {
  return (
    <Timestamp time={time} className={className}>
      {`${time.slice(0, 10)} ${time.slice(11, 16)} UTC`}
    </Timestamp>
  );
}
