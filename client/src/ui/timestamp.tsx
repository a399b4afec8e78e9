import { type ReactNode, useEffect, useRef } from "react";

type Props = { time: string; className?: string | undefined; children: ReactNode };

/** A moment as its children tell it, with the full local time, its zone included, as a tooltip. */
export function Timestamp({ time, className, children }: Props) {
  const element = useRef<HTMLTimeElement>(null);
  // Getting the browser's formatter ready takes about as long as drawing a screen. A tooltip is for later, and for
  // those who have something to point with.
  useEffect(() => {
    if (!window.matchMedia("(any-hover: hover)").matches) return;
    return whenIdle(() => element.current?.setAttribute("title", fullTime(time)));
  }, [time]);
  return (
    <time ref={element} className={className} dateTime={time}>
      {children}
    </time>
  );
}

let formatter: Intl.DateTimeFormat | undefined;

function fullTime(timestamp: string): string {
  const time = new Date(timestamp);
  if (Number.isNaN(time.getTime())) return timestamp;
  formatter ??= new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeStyle: "long" });
  return formatter.format(time);
}

/** Safari knows no idle moments; by then a screen is drawn. */
const laterMs = 200;
const longestWaitMs = 2_000;

/** Does something when the browser has nothing better to do. The returned function calls it off. */
function whenIdle(work: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const later = setTimeout(work, laterMs);
    return () => clearTimeout(later);
  }
  const idle = window.requestIdleCallback(work, { timeout: longestWaitMs });
  return () => window.cancelIdleCallback(idle);
}
