import type { AppSetup } from "@shop/shared/account/passkey";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import type { Db } from "../../db/client.ts";
import { authenticatorApps } from "../../db/schema/accounts.ts";
import { later } from "../../db/time.ts";
import type { FactorKeys } from "../../infra/factor-keys.ts";
import type { ShopIdentity } from "../base/shop-facts.ts";
import { isUsableApp } from "./usable-factors.ts";

/** How many time steps of 30 seconds a code may be early or late, because clocks differ. */
const window = 1;

/** Six digits every 30 seconds with SHA-1: what every authenticator app can do. */
function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 });
}

/** The time step that a code belongs to; `null` for a wrong code. */
function stepOf(secret: string, code: string): number | null {
  const token = code.replace(/\s/g, "");
  const totp = totpOf(secret);
  const timestamp = Date.now();
  const delta = totp.validate({ token, timestamp, window });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** Stores a new secret, which is without effect until a code of it was right. */
export async function writeNewApp(
  tx: Db,
  { factorKeys, shop }: { factorKeys: FactorKeys; shop: ShopIdentity },
  { id, email }: { id: string; email: string },
): Promise<AppSetup> {
  const secret = new Secret({ size: 20 }).base32;
  const stored = { secret: factorKeys.encrypt(secret, id), lastStep: null, confirmedAt: null, suspendedAt: null };
  await tx
    .insert(authenticatorApps)
    .values({ userId: id, ...stored })
    .onConflictDoUpdate({ target: authenticatorApps.userId, set: stored });
  return { secret, uri: totpOf(secret, { issuer: shop.name, label: email }).toString() };
}

/** The app that is being set up is confirmed by its first code. Returns whether the code is right. */
export async function confirmNewApp(tx: Db, factorKeys: FactorKeys, userId: string, code: string): Promise<boolean> {
  const isNew = and(eq(authenticatorApps.userId, userId), isNull(authenticatorApps.confirmedAt));
  const step = await readStep(tx, factorKeys, { userId, code, where: isNew });
  if (step === null) return false;
  const confirmed = await tx
    .update(authenticatorApps)
    .set({ confirmedAt: later(0), lastStep: step })
    .where(isNew)
    .returning({ userId: authenticatorApps.userId });
  return confirmed.length > 0;
}

/**
 * Takes a code of the account's app, which nobody can take again, nor an older one. Returns whether it is right. The
 * condition of the update decides between requests at the same moment.
 */
export async function takeAppCode(tx: Db, factorKeys: FactorKeys, userId: string, code: string): Promise<boolean> {
  const isUsable = and(eq(authenticatorApps.userId, userId), isUsableApp);
  const step = await readStep(tx, factorKeys, { userId, code, where: isUsable });
  if (step === null) return false;
  const taken = await tx
    .update(authenticatorApps)
    .set({ lastStep: step })
    .where(and(isUsable, or(isNull(authenticatorApps.lastStep), lt(authenticatorApps.lastStep, step))))
    .returning({ userId: authenticatorApps.userId });
  return taken.length > 0;
}

type Asked = { userId: string; code: string; where: ReturnType<typeof and> };

async function readStep(tx: Db, factorKeys: FactorKeys, { userId, code, where }: Asked): Promise<number | null> {
  const [app] = await tx.select({ secret: authenticatorApps.secret }).from(authenticatorApps).where(where);
  const secret = app === undefined ? null : factorKeys.decrypt(app.secret, userId);
  return secret === null ? null : stepOf(secret, code);
}
