import type { AdminActName, AdminEntity, Changes } from "@shop/shared/admin/audit";
import type { Db } from "../../db/client.ts";
import { adminActs } from "../../db/schema/operations.ts";
import { type Editor, keyIdOf } from "./actor.ts";

export type AdminAct = {
  act: AdminActName;
  entity: AdminEntity;
  entityId: string;
  /** The display name of the changed entity. */
  subject: string;
  /** The result of `changesBetween`. */
  changes?: Changes;
};

/** Records an admin's act, or what a program did in an admin's name with an API key. Call it in the transaction of the act, so that both are committed or neither. */
export async function recordAct(tx: Db, admin: Editor<never>, act: AdminAct): Promise<void> {
  await recordActs(tx, admin, [act]);
}

/** The same for several acts. */
export async function recordActs(tx: Db, admin: Editor<never>, acts: readonly AdminAct[]): Promise<void> {
  if (acts.length === 0) return;
  await tx.insert(adminActs).values(acts.map((act) => ({ userId: admin.id, apiKeyId: keyIdOf(admin), ...act })));
}
