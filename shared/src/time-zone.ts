// Admin screens show these times too, so this module must not import zod.

/** A time as a clock on the wall shows it: "2026-11-29T00:00". */
export type LocalTime = string;

const dayMs = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Writes times of a zone to the second. To make one takes a thousand times as long as to use it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    // Swedes write the year first, as ISO 8601 does.
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    formats.set(timeZone, format);
  }
  return format;
}

/** The time that clocks in a time zone show. */
export function localTimeIn(timeZone: string, at: Date): LocalTime {
  const text = formatOf(timeZone).format(at);
  return text.slice(0, "2026-11-29 00:00".length).replace(" ", "T");
}

/** The day that it is in a time zone: "2026-11-29". */
export function dayOfTime(timeZone: string, at: Date): string {
  return localTimeIn(timeZone, at).slice(0, 10);
}

/**
 * When clocks in a time zone show a time. Of a time that they show twice, because they are put back, it is the first; a
 * time that they skip, because they are put forward, is as much later as they skip: 02:30 is 03:30.
 */
export function instantIn(timeZone: string, local: LocalTime): Date {
  const asUtc = Date.parse(`${local}Z`);
  // Clocks change less than a day before or after, and not twice in that time.
  const before = asUtc - offsetMs(timeZone, asUtc - dayMs);
  const after = asUtc - offsetMs(timeZone, asUtc + dayMs);
  const shown = [before, after].filter((at) => at + offsetMs(timeZone, at) === asUtc);
  return new Date(shown.length === 0 ? before : Math.min(...shown));
}

/** How far clocks in a time zone are ahead of UTC. */
function offsetMs(timeZone: string, at: number): number {
  const text = formatOf(timeZone).format(at);
  return Date.parse(`${text.replace(" ", "T")}Z`) - Math.floor(at / 1_000) * 1_000;
}

/** Whether a name such as America/New_York is that of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
