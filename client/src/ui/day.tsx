import { Moment } from "./moment.tsx";

/** A day as the first ten characters of its timestamp. */
export function Day({ time, className }: { time: string; className?: string | undefined }) {
  return (
    <Moment time={time} className={className}>
      {time.slice(0, 10)}
    </Moment>
  );
}
