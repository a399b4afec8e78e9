import type { CalendarDay } from "../order/delivery.ts";
import type { Settings } from "../settings/settings.ts";

type Announcement = Pick<Settings, "announcement" | "announcementFrom" | "announcementUntil">;

/** The line that pages show on a day; nothing on others. Both the first and the last day are included. */
export function announcementOn(
  { announcement, announcementFrom: from, announcementUntil: until }: Announcement,
  day: CalendarDay,
): { announcement?: string } {
  const isDue = announcement !== "" && from <= day && (until === "" || day <= until);
  return isDue ? { announcement } : {};
}
