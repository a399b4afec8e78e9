import { timingSafeEqual } from "node:crypto";
import type { MakeOwner } from "@shop/shared/account/owner";
import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { adminActs } from "../../db/schema/operations.ts";
import { isLoopback } from "../../infra/loopback.ts";
import { hashPassword } from "../../infra/passwords.ts";
import { DomainError } from "../base/errors.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import type { ShopIdentity } from "../base/shop-facts.ts";
import { closeUntilOpened } from "../settings/first-settings.ts";
import type { SettingsReader } from "../settings/settings-reader.ts";
import { claimEmail, takingEmail } from "./email-changes.ts";
import { firstAdminLock } from "./first-admin.ts";
import { hasAdmin } from "./make-admin.ts";
import { openSession } from "./session.ts";
import type { AccountDeps, SignInSource, StartedSession } from "./sign-in.ts";
import { refuseWeakPassword } from "./weak-passwords.ts";

/** Whether the shop waits for its owner. Once it has an administrator, it never does again. */
export class FirstStart {
  readonly code: string;
  #isOver: boolean;

  constructor(code: string, isWaiting: boolean) {
    this.code = code;
    this.#isOver = !isWaiting;
  }

  /** Whether it is known that there is an administrator. */
  get isOver(): boolean {
    return this.#isOver;
  }

  async isNeeded(db: Db): Promise<boolean> {
    if (!this.#isOver) this.#isOver = await hasAdmin(db);
    return !this.#isOver;
  }

  /** Whether somebody has given the code that the server printed. */
  accepts(given: string): boolean {
    const [mine, theirs] = [this.code, given].map((text) =>
      Buffer.from(text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "")),
    );
    return mine !== undefined && theirs !== undefined && mine.length === theirs.length && timingSafeEqual(mine, theirs);
  }
}

/** Whether a guest sits at the server: the shop is at an address of this machine, and so is the guest. */
export function isAtTheServer({ origin }: Pick<ShopIdentity, "origin">, ip: string): boolean {
  const host = new URL(origin).hostname;
  return (isLoopback(host) || host.endsWith(".localhost")) && isLoopback(ip.replace(/^::ffff:/, ""));
}

export type OwnerDeps = AccountDeps & { firstStart: FirstStart; settings: SettingsReader };

type Openness = Pick<OwnerDeps, "firstStart" | "settings">;

/** Whether everybody sees the shop, as far as it is known without asking. The server can leave a shop open in any case. */
export function isKnownOpen({ firstStart, settings }: Openness): boolean {
  return settings.source.fixed.isOpen === true || (firstStart.isOver && settings.values.isOpen);
}

/** Whether everybody sees the shop: it has an owner, who has opened it, or the server leaves it open. */
export async function isShopOpen(deps: Openness & { db: Db }): Promise<boolean> {
  return isKnownOpen(deps) || (deps.settings.values.isOpen && !(await deps.firstStart.isNeeded(deps.db)));
}

/**
 * Makes the account of the owner of a shop that has no administrator, signs it in, and leaves the shop closed until the
 * owner opens it. Throws FORBIDDEN for a wrong code, and when there is an administrator.
 */
export async function makeOwner(
  deps: OwnerDeps,
  { code, name, email, password }: MakeOwner,
  { address, origin, isLocal }: Pick<SignInSource, "address" | "origin"> & { isLocal: boolean },
): Promise<StartedSession> {
  const { db, firstStart, limits, emit } = deps;
  if (!(await firstStart.isNeeded(db))) throw hasOwner();
  refuseWhenLimited(emit, "registerPerAddress", await limits.registerPerAddress.count(address));
  if (!isLocal && !firstStart.accepts(code)) {
    throw new DomainError("FORBIDDEN", "This is not the code that the server has printed");
  }
  await refuseWeakPassword(password, { min: deps.passwordMin, names: [email, deps.shop.name] });
  const passwordHash = await hashPassword(password, address);
  const account = { id: uuidv7(), name, email, isAdmin: true };
  const started = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${firstAdminLock})`);
    if (await hasAdmin(tx)) throw hasOwner();
    await claimEmail(tx, email, account.id);
    await takingEmail(tx.insert(users).values({ ...account, passwordHash }));
    const act = { act: "created", entity: "user", entityId: account.id, subject: name } as const;
    await tx.insert(adminActs).values({ userId: account.id, ...act });
    await closeUntilOpened(tx, deps.settings);
    const opened = { lifetimeMs: deps.sessionMs, origin, isPasswordTyped: true };
    return { account, session: await openSession(tx, account.id, opened) };
  });
  await deps.settings.refresh(db);
  emit({ type: "registered", user: account.id });
  return started;
}

function hasOwner(): DomainError {
  return new DomainError("FORBIDDEN", "This shop has an owner already. Please sign in.");
}
