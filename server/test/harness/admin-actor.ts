import { type Permission, permissions } from "@shop/shared/account/permissions";
import { Admin } from "../../src/domain/base/actor.ts";

type Account = { id: string; name: string; email: string };
type Session = { id: string; expiresAt: Date; hasSecondFactor: boolean };

/** The actor of an administrator who may do everything, as an owner may. */
export function adminActor(account: Account, session: Session): Admin {
  return new Admin<Permission>(account, session, new Set(permissions));
}
