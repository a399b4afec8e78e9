import type { AdminActName, AdminEntity, Changes } from "@shop/shared/audit";
import type { Db } from "../../db/client.ts";
import { adminActs } from "../../db/schema/operations.ts";
import { type Editor, keyIdOf } from "../account/actor.ts";

type AdminAct = {
  act: AdminActName;
  entity: AdminEntity;
  entityId: string;
  /** The display name of the changed entity. */
  subject: string;
  /** The result of `changesBetween`. */
  changes?: Changes;
};

/** Records an admin's act, or what a program did in an admin's name with an API key. Call it in the transaction of the act, so that both are committed or neither. */
export async function recordAct(tx: Db, admin: Editor, act: AdminAct): Promise<void> {
  await tx.insert(adminActs).values({ userId: admin.id, apiKeyId: keyIdOf(admin), ...act });
}
