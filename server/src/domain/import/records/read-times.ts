import { instantIn } from "@shop/shared/time-zone";

/** A time as an export writes it, in ISO 8601; `ambiguous` where day and month can be exchanged, `none` for no time. */
export type ReadTime = { kind: "time"; iso: string } | { kind: "ambiguous" } | { kind: "none" };

const none: ReadTime = { kind: "none" };

/** `2026-02-28 12:00:00 +0100` and its like. */
const isoLike =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)? ?(Z|UTC|[+-]\d{2}:?\d{2})?$/;
/** `28.2.2026`, with a time or without. */
const withPoints = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,? (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
/** `2/28/2026`, whose parts decide which of them is the month. */
const withSlashes = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:,? (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/** Reads a time; one without a zone is one of `timeZone`. */
export function readTime(text: string, timeZone: string): ReadTime {
  const iso = isoLike.exec(text);
  if (iso !== null) {
    const [, year, month, day, hour, minute, second, zone] = iso;
    return timeOf({ year, month, day, hour, minute, second, zone }, timeZone);
  }
  const points = withPoints.exec(text);
  if (points !== null) {
    const [, day, month, year, hour, minute, second] = points;
    return timeOf({ year, month, day, hour, minute, second }, timeZone);
  }
  const slashes = withSlashes.exec(text);
  if (slashes === null) return none;
  const [, first = "", other = "", year, hour, minute, second] = slashes;
  const isDayFirst = Number(first) > 12;
  if (!isDayFirst && Number(other) <= 12 && Number(first) !== Number(other)) return { kind: "ambiguous" };
  const [day, month] = isDayFirst ? [first, other] : [other, first];
  return timeOf({ year, month, day, hour, minute, second }, timeZone);
}

type Parts = Partial<Record<"year" | "month" | "day" | "hour" | "minute" | "second" | "zone", string | undefined>>;

function timeOf({ year, month, day, hour = "0", minute = "0", second = "0", zone }: Parts, timeZone: string): ReadTime {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const utc = new Date(Date.UTC(y, m - 1, d, Number(hour), Number(minute), Number(second)));
  const isReal = y >= 1970 && utc.getUTCMonth() === m - 1 && utc.getUTCDate() === d && Number(hour) < 24;
  if (!isReal || Number(minute) > 59 || Number(second) > 59) return none;
  const at =
    zone === undefined
      ? instantIn(timeZone, utc.toISOString().slice(0, 16)).getTime() + Number(second) * 1_000
      : utc.getTime() - offsetMs(zone);
  return { kind: "time", iso: new Date(at).toISOString() };
}

function offsetMs(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
