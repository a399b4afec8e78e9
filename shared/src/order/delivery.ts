// Product pages show these dates, so this module must not import zod.

/** A day of the calendar: "2026-11-26". */
export type CalendarDay = string;

/**
 * How long orders take, in working days from the order to the door, which are Monday to Friday without the holidays.
 * Days begin at midnight in the time zone.
 */
export type DeliverySettings = {
  minDays: number;
  maxDays: number;
  holidays: readonly CalendarDay[];
  timeZone: string;
};

/** The first and the last day on which an order is expected to arrive. */
export type Arrival = { from: CalendarDay; to: CalendarDay };

const dayMs = 86_400_000;
const longestDayMs = 26 * 3_600_000;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** By time zone: creating a format takes some fifty times as long as using it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The day that it is in a time zone. */
export function dayIn(timeZone: string, at: Date): CalendarDay {
  // Swedes write the year first, as ISO 8601 does.
  let format = dayFormats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
    dayFormats.set(timeZone, format);
  }
  return format.format(at);
}

/** When the day that it is in a time zone ends there, to the millisecond. */
export function endOfDay(timeZone: string, at: Date): Date {
  const day = dayIn(timeZone, at);
  // Bisection, because a day on which the clock changes has another length.
  let [within, beyond] = [at.getTime(), at.getTime() + longestDayMs];
  while (beyond - within > 1) {
    const middle = Math.floor((within + beyond) / 2);
    if (dayIn(timeZone, new Date(middle)) === day) within = middle;
    else beyond = middle;
  }
  return new Date(beyond);
}

/** Whether orders are handled and delivered on a day. */
export function isWorkingDay(day: CalendarDay, holidays: readonly CalendarDay[]): boolean {
  const weekday = new Date(day).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.includes(day);
}

/** The working day that comes `count` working days after a day. A day off counts as the working day after it. */
export function addWorkingDays(day: CalendarDay, count: number, holidays: readonly CalendarDay[]): CalendarDay {
  let current = day;
  for (let left = count; left > 0 || !isWorkingDay(current, holidays); current = nextDay(current)) {
    if (isWorkingDay(current, holidays)) left -= 1;
  }
  return current;
}

function nextDay(day: CalendarDay): CalendarDay {
  return new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
}

/** When an order of a day is expected to arrive. */
export function arrivalOf({ minDays, maxDays, holidays }: DeliverySettings, day: CalendarDay): Arrival {
  return { from: addWorkingDays(day, minDays, holidays), to: addWorkingDays(day, maxDays, holidays) };
}

/** What of a delivery method changes when orders arrive. */
type MethodTimes = { days: { min: number; max: number } | null; cutOffHour: number | null };

/** When an order of a time is expected to arrive by a delivery method. After its cut-off hour it counts as one of the next day. */
export function arrivalAt(settings: DeliverySettings, { days, cutOffHour }: MethodTimes, at: Date): Arrival {
  const day = dayIn(settings.timeZone, at);
  const isLate =
    cutOffHour !== null && hourIn(settings.timeZone, at) >= cutOffHour && isWorkingDay(day, settings.holidays);
  const times = days === null ? settings : { ...settings, minDays: days.min, maxDays: days.max };
  return arrivalOf(times, isLate ? nextDay(day) : day);
}

/** The hour of the day that it is in a time zone, from 0 to 23. */
function hourIn(timeZone: string, at: Date): number {
  return Number(new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" }).format(at));
}

/** Days in words: "Nov 26 to 28", "Nov 30 to Dec 2", or "Nov 26". */
export function arrivalText({ from, to }: Arrival): string {
  if (from === to) return dayText(from);
  return `${dayText(from)} to ${from.slice(0, 7) === to.slice(0, 7) ? Number(to.slice(8)) : dayText(to)}`;
}

/** A day in words: "Nov 26". */
export function dayText(day: CalendarDay): string {
  return `${months[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}`;
}
