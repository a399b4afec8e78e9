import { z } from "zod";
import { auditedEntities } from "./audit.ts";
import { isId } from "./query.ts";

/** An id in an address that people may have changed: anything else means none. */
const idOrNoneSchema = z.string().refine(isId).optional().catch(undefined);

export const readAuditSchema = z.object({
  /** Only what is older than this entry. */
  before: idOrNoneSchema,
  entity: z.enum(auditedEntities).optional().catch(undefined),
  /** Only what this person did. */
  person: idOrNoneSchema,
});
export type ReadAudit = z.output<typeof readAuditSchema>;
