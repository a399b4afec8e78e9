import { type ReactNode, useEffect, useRef } from "react";

/** Safari has no requestIdleCallback. After this delay the screen is usually rendered. */
const fallbackDelayMs = 200;
const idleTimeoutMs = 2_000;

type TimestampProps = { time: string; className?: string | undefined; children: ReactNode };

/** `time` element with the full local time and time zone as its tooltip. */
export function Timestamp({ time, className, children }: TimestampProps) {
  const element = useRef<HTMLTimeElement>(null);
  // Creating the formatter takes about as long as rendering a screen, so it waits for idle time. Devices without a
  // pointer show no tooltips.
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

/** Runs `work` when the browser is idle. The returned function cancels it. */
function whenIdle(work: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, fallbackDelayMs);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(work, { timeout: idleTimeoutMs });
  return () => window.cancelIdleCallback(idle);
}
