import { error, type Finding, ok, warning } from "./finding.ts";

/** How far this machine's clock is ahead of another one, in milliseconds. */
export type ClockOffset = { source: string; offsetMs: number };

const noticeableMs = 5_000;
const harmfulMs = 60_000;

/** Compares clocks around a request, whose duration bounds the error. The Date header has whole seconds. */
export async function measureOffset(source: string, readTime: () => Promise<number>): Promise<ClockOffset> {
  const before = Date.now();
  const theirs = await readTime();
  const after = Date.now();
  // Between the two readings nothing is known, so an offset within them counts as none.
  const offsetMs = theirs < before ? before - theirs : theirs > after ? after - theirs : 0;
  return { source, offsetMs };
}

/** Sessions, holds and PayPal's signatures depend on the clock. */
export function checkClock({ source, offsetMs }: ClockOffset): Finding {
  const seconds = Math.round(Math.abs(offsetMs) / 1_000);
  if (Math.abs(offsetMs) < noticeableMs) return ok("clock", `It agrees with that of ${source}.`);
  const text = `It is ${seconds} s ${offsetMs > 0 ? "ahead of" : "behind"} that of ${source}. Synchronize it with NTP.`;
  return Math.abs(offsetMs) < harmfulMs ? warning("clock", text) : error("clock", text);
}
