import type { CalendarDay } from "../order/delivery.ts";

/** A line above every page, and the first and the last day of it; an empty one is no limit. */
export type Announcement = { text: string; from: CalendarDay; until: CalendarDay };

/** The line that pages show on a day; nothing on others. */
export function announcementOn({ text, from, until }: Announcement, day: CalendarDay): { announcement?: string } {
  const isDue = text !== "" && from <= day && (until === "" || day <= until);
  return isDue ? { announcement: text } : {};
}
