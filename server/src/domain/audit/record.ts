import type { AdminActName, AdminEntity, Changes } from "@shop/shared/audit";
import type { Db } from "../../db/client.ts";
import { adminActs } from "../../db/schema.ts";
import type { Admin } from "../account/actor.ts";

type AdminAct = {
  act: AdminActName;
  entity: AdminEntity;
  entityId: string;
  /** The name under which people know what was changed. */
  subject: string;
  /** What `changesBetween` found. */
  changes?: Changes;
};

/**
 * Writes down what an administrator does. Give it the transaction of the act
 * itself, so that neither is ever there without the other.
 */
export async function recordAct(tx: Db, admin: Admin, act: AdminAct): Promise<void> {
  await tx.insert(adminActs).values({ userId: admin.id, ...act });
}
