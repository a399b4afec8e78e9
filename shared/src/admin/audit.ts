import { steps } from "../order/fulfilment.ts";
import type { OrderAct } from "../order/order-history.ts";

/** The acts of admins. */
export const adminActNames = [
  "created",
  "published",
  "updated",
  "deleted",
  "uploaded",
  "resent",
  "signed out",
  "second factor reset",
  "wrote about",
  "noted on",
  "removed a note of",
  "hid",
  "showed",
  "answered",
  "changed the answer to",
  "removed the answer to",
  "dismissed reports of",
  "imported",
  "undid",
  "invited customers of",
  "revoked",
  "renewed the secret of",
  "sent a test to",
  "withdrew",
  "restored",
  "merged",
  "invited",
  "revoked the invitation of",
  "took back a transfer for",
  "cancelled",
  "reinstated",
  "joined",
  "changed the credit of",
  "stopped",
  "renewed the code of",
] as const;
export type AdminActName = (typeof adminActNames)[number];

export const adminEntities = [
  "order",
  "product",
  "brand",
  "category",
  "collection",
  "user",
  "picture",
  "video",
  "mail",
  "synonyms",
  "redirect",
  "old address",
  "view",
  "review",
  "question",
  "import",
  "page",
  "article",
  "home",
  "api key",
  "webhook",
  "terms of sale",
  "discount",
  "gift card",
  "settings",
  "staff role",
] as const;
export type AdminEntity = (typeof adminEntities)[number];

/** The name of a deleted account, wherever its own name stood. */
export const deletedName = "Deleted user";

type ChangedValue = string | number | boolean | null;

/**
 * The changed fields of an act, each with its value before and after. Amounts are in cents, in
 * fields named `…Cents`.
 */
export type Changes = Record<string, [before: ChangedValue, after: ChangedValue]>;

/**
 * The given fields that differ between two states of a record. Do not pass fields that must not be
 * stored, such as passwords.
 */
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

/** The events of an order's history that the audit shows. */
export const auditedOrderActs = [
  ...steps,
  "paid again",
  "refund requested",
  "refund failed",
  "refunded",
  "resolved",
] as const satisfies readonly OrderAct[];

/** An audit entry. `by` is `null` if the shop itself acted. */
export type AuditEntry = {
  _id: string;
  at: string;
  by: { _id: string; name: string } | null;
  /** The name of the API key with which a program acted in that name. */
  via: string | null;
  act: AdminActName | OrderAct;
  entity: AdminEntity;
  entityId: string;
  subject: string;
  changes: Changes;
};

/** A page of the audit, newest first, and the id from which the next page continues. */
export type AuditPage = { entries: AuditEntry[]; older: string | null };
