import { type CalendarDay, dayIn } from "@shop/shared/order/delivery";
import type { ReturnSettings } from "../base/shop-facts.ts";

const dayMs = 86_400_000;

/** The last day on which a withdrawal from a delivered order is in time. */
export function lastReturnDay({ days, timeZone }: ReturnSettings, deliveredAt: Date): CalendarDay {
  const delivered = Date.parse(dayIn(timeZone, deliveredAt));
  return new Date(delivered + days * dayMs).toISOString().slice(0, 10);
}

/** Whether a withdrawal comes after the period. Before the delivery none does. */
export function isAfterReturnPeriod(settings: ReturnSettings, deliveredAt: Date | null, declaredAt: Date): boolean {
  return deliveredAt !== null && dayIn(settings.timeZone, declaredAt) > lastReturnDay(settings, deliveredAt);
}
