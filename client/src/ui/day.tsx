import { Timestamp } from "./timestamp.tsx";

/** A day as the first ten characters of its timestamp. */
export function Day({ time, className }: { time: string; className?: string | undefined }) {
  return (
    <Timestamp time={time} className={className}>
      {time.slice(0, 10)}
    </Timestamp>
  );
}
