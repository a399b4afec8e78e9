import { type ReactNode, useEffect, useRef } from "react";
import { whenIdle } from "../lib/when-idle.ts";

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
