import { z } from "zod";
import { isId } from "../query.ts";
import { adminEntities } from "./audit.ts";

/** An id from a URL; invalid ids are ignored. */
const idOrNoneSchema = z.string().refine(isId).optional().catch(undefined);

export const readAuditSchema = z.object({
  /** Only entries older than this one. */
  before: idOrNoneSchema,
  entity: z.enum(adminEntities).optional().catch(undefined),
  /** Only this admin's acts. */
  person: idOrNoneSchema,
});
export type ReadAudit = z.output<typeof readAuditSchema>;
