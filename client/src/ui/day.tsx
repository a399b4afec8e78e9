/** A day as the first ten characters of its timestamp, with the full local time, its zone included, as a tooltip. */
export function Day({ time }: { time: string }) {
  const full = new Date(time).toLocaleString("en-US", { dateStyle: "full", timeStyle: "long" });
  return (
    <time dateTime={time} title={full}>
      {time.slice(0, 10)}
    </time>
  );
}
