import { z } from "zod";

/** A minute on a clock of the shop's time zone, such as 2026-11-27T09:00. */
export const localTimeSchema = z
  .string({ error: "A time is required" })
  .regex(/^20\d\d-(0\d|1[0-2])-[0-3]\dT([01]\d|2[0-3]):[0-5]\d$/, {
    error: "A time is needed, such as 2026-11-27T09:00",
    abort: true,
  })
  .refine((local) => isOnCalendar(local), "This day does not exist");

export const atLocalTimeSchema = z.object({ at: localTimeSchema });

function isOnCalendar(local: string): boolean {
  const at = Date.parse(`${local}Z`);
  // Some engines read February 30 as March 2.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(local);
}
