import type { AdminActName, AdminEntity, Changes } from "@shop/shared/audit";
import type { Db } from "../../db/client.ts";
import { adminActs } from "../../db/schema/operations.ts";
import type { Admin } from "../account/actor.ts";

type AdminAct = {
  act: AdminActName;
  entity: AdminEntity;
  entityId: string;
  /** The display name of the changed entity. */
  subject: string;
  /** The result of `changesBetween`. */
  changes?: Changes;
};

/** Records an admin's act. Call it in the transaction of the act, so that both are committed or neither. */
export async function recordAct(tx: Db, admin: Admin, act: AdminAct): Promise<void> {
  await tx.insert(adminActs).values({ userId: admin.id, ...act });
}
