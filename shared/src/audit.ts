import { steps } from "./fulfilment.ts";
import type { OrderAct } from "./order-history.ts";

/** What administrators can do to what. */
export const adminActNames = ["created", "published", "updated", "deleted", "uploaded"] as const;
export type AdminActName = (typeof adminActNames)[number];

export const adminEntities = ["product", "brand", "category", "user", "picture"] as const;
export type AdminEntity = (typeof adminEntities)[number];

type ChangedValue = string | number | boolean | null;

/** The fields that an act changed, each with its value before and after. Amounts are in cents under names that end in `Cents`. */
export type Changes = Record<string, [before: ChangedValue, after: ChangedValue]>;

/** The given fields as far as they differ between two states of one record. Name no field that must not be kept, such as a password. */
export function changesBetween<Field extends string>(
  before: Record<Field, ChangedValue>,
  after: Record<Field, ChangedValue>,
  fields: readonly Field[],
): Changes {
  const changes: Changes = {};
  for (const field of fields) {
    if (before[field] !== after[field]) changes[field] = [before[field], after[field]];
  }
  return changes;
}

/** What of an order's history belongs into the audit: what was done with its money, and its steps. */
export const auditedOrderActs = [
  ...steps,
  "paid again",
  "refund requested",
  "refund failed",
  "refunded",
  "resolved",
] as const satisfies readonly OrderAct[];

/** What the audit can be narrowed to. */
export const auditedEntities = ["order", ...adminEntities] as const;
export type AuditedEntity = (typeof auditedEntities)[number];

/** Something that was done, by whom (nobody when the shop itself acted), and to what. */
export type AuditEntry = {
  _id: string;
  at: string;
  by: { _id: string; name: string } | null;
  act: AdminActName | OrderAct;
  entity: AuditedEntity;
  entityId: string;
  subject: string;
  changes: Changes;
};

/** Some of the audit, newest first, and where the older rest begins. */
export type AuditPage = { entries: AuditEntry[]; older: string | null };
