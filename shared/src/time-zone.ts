// Admin screens show these times too, so this module must not import zod.

/** A time as a clock on the wall shows it: "2026-11-29T00:00". */
export type LocalTime = string;

const dayMs = 86_400_000;

/** The time that clocks in a time zone show. */
export function localTimeIn(timeZone: string, at: Date): LocalTime {
  // Swedes write the year first, as ISO 8601 does.
  const text = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(at);
  return text.replace(" ", "T");
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
  const text = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(at);
  return Date.parse(`${text.replace(" ", "T")}Z`) - Math.floor(at / 1_000) * 1_000;
}
