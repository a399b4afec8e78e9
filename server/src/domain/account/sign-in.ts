import type { Register, SignIn } from "@shop/shared/account/account";
import { and, eq, isNull } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import type { FactorKeys } from "../../infra/factor-keys.ts";
import type { Limits } from "../../infra/limits.ts";
import type { Mailer } from "../../infra/mail/mailer.ts";
import { checkPassword, hashPassword } from "../../infra/passwords.ts";
import { DomainError } from "../base/errors.ts";
import type { Emit } from "../base/events.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import type { ShopIdentity } from "../base/shop-facts.ts";
import { writeAccountMail } from "../outbox/write-mails.ts";
import { checkSecondFactor, tryingCode } from "./check-second-factor.ts";
import { type Device, deviceAccount } from "./device.ts";
import { claimEmail, takingEmail } from "./email-changes.ts";
import { hasFactor } from "./factors.ts";
import { type Account, openSession, type Session, type SessionOrigin } from "./session.ts";
import { refuseWeakPassword } from "./weak-passwords.ts";

/** Times in milliseconds. */
export type AccountDeps = {
  db: Db;
  limits: Limits;
  sessionMs: number;
  passwordMin: number;
  shop: ShopIdentity;
  factorKeys: FactorKeys;
  mailer: Pick<Mailer, "mode">;
  emit: Emit;
};

export type StartedSession = { account: Account; session: Session };

/** Where a sign-in comes from: the key of the address, and the device if it has signed in before. */
export type SignInSource = { address: string; device: Device | null; origin: SessionOrigin };

/**
 * Signs a user in. A wrong password and an unknown e-mail get the same error at the same cost, so
 * that neither reveals which accounts exist. Each attempt is counted before the password is checked,
 * so that parallel attempts cannot exceed the limit; a successful one is not counted, nor one that the shop could not
 * check. A known device
 * of the account has a limit of its own, so that attackers cannot lock its owner out. An administrator with a second
 * factor also needs a code: without one SECOND_FACTOR_REQUIRED is thrown, which is not counted.
 */
export async function signIn(deps: AccountDeps, input: SignIn, source: SignInSource): Promise<StartedSession> {
  const attempt = await countAttempt(deps, input.email, source);
  const started = await takingBack(attempt.takeBack, () => openWithPassword(deps, input, source));
  await attempt.succeed();
  deps.emit({ type: "signed in", user: started.account.id });
  return started;
}

async function openWithPassword(
  deps: AccountDeps,
  input: SignIn,
  { address, device, origin }: SignInSource,
): Promise<StartedSession> {
  const { db, sessionMs, factorKeys } = deps;
  const [found] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, input.email), isNull(users.deletedAt)));
  const passwordHash = found?.passwordHash ?? null;
  const isRight = await checkPassword(passwordHash, input.password, address);
  if (!isRight || found === undefined || passwordHash === null) throw wrongCredentials();
  const open = () =>
    db.transaction(async (tx) => {
      // The check takes time: if the password was changed or the account deleted meanwhile, no session may be opened
      // with the old password. The lock serializes this with such a change.
      const [account] = await tx
        .select({ id: users.id, name: users.name, email: users.email, isAdmin: users.isAdmin })
        .from(users)
        .where(and(eq(users.id, found.id), eq(users.passwordHash, passwordHash)))
        .for("share");
      if (account === undefined || account.email === null) throw wrongCredentials();
      const code = { userId: account.id, code: input.code };
      const hasSecondFactor = account.isAdmin && (await checkSecondFactor(tx, factorKeys, code));
      return {
        account: { ...account, email: account.email },
        session: await openSession(tx, account.id, {
          lifetimeMs: sessionMs,
          origin,
          hasSecondFactor,
          isPasswordTyped: true,
        }),
      };
    });
  const isCodeTried = found.isAdmin && (input.code ?? "") !== "" && (await hasFactor(db, found.id));
  if (!isCodeTried) return open();
  const deviceId = device?.account === deviceAccount(input.email) ? device.id : "";
  return tryingCode(deps, { userId: found.id, deviceId }, open);
}

/**
 * Does what was counted under a limit, and takes the count back where it did not end with an answer: a try that the shop
 * had no time for, or that only lacks a code, is none of the failed ones.
 */
export async function takingBack<Result>(
  takeBack: () => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isAnswered = error instanceof DomainError && error.kind !== "SECOND_FACTOR_REQUIRED";
    // What failed first is what the client has to know.
    if (!isAnswered) await takeBack().catch(() => undefined);
    throw error;
  }
}

/** A counted sign-in: `succeed` ends the count of failures before it, `takeBack` takes back this one alone. */
type Attempt = { succeed: () => Promise<unknown>; takeBack: () => Promise<unknown> };

/** Counts a sign-in under its limits. Throws RATE_LIMITED. */
async function countAttempt(
  { limits, emit }: Pick<AccountDeps, "limits" | "emit">,
  email: string,
  { address, device }: Omit<SignInSource, "origin">,
): Promise<Attempt> {
  const { signInPerAddress, signInPerAccount, signInPerAccountAnywhere, signInPerDevice } = limits;
  refuseWhenLimited(emit, "signInPerAddress", await signInPerAddress.count(address));
  if (device?.account === deviceAccount(email)) {
    refuseWhenLimited(emit, "signInPerDevice", await signInPerDevice.count(device.id));
    return {
      succeed: () => Promise.all([signInPerDevice.reset(device.id), signInPerAddress.takeBack(address)]),
      takeBack: () => Promise.all([signInPerDevice.takeBack(device.id), signInPerAddress.takeBack(address)]),
    };
  }
  refuseWhenLimited(emit, "signInPerAccount", await signInPerAccount.count(email, address));
  refuseWhenLimited(emit, "signInPerAccountAnywhere", await signInPerAccountAnywhere.count(email));
  return {
    succeed: () =>
      Promise.all([
        signInPerAccount.reset(email, address),
        signInPerAccountAnywhere.takeBack(email),
        signInPerAddress.takeBack(address),
      ]),
    takeBack: () =>
      Promise.all([
        signInPerAccount.takeBack(email, address),
        signInPerAccountAnywhere.takeBack(email),
        signInPerAddress.takeBack(address),
      ]),
  };
}

/** The same message for a wrong password and an unknown e-mail. */
function wrongCredentials(): DomainError {
  return new DomainError("INVALID_CREDENTIALS", "Invalid email or password");
}

/** Creates a customer's account and signs it in. Refuses a weak password and an e-mail that is taken. */
export async function register(
  deps: AccountDeps,
  input: Register,
  { address, origin }: Pick<SignInSource, "address" | "origin">,
): Promise<StartedSession> {
  await refuseWeakPassword(input.password, { min: deps.passwordMin, names: [input.email, deps.shop.name] });
  refuseWhenLimited(deps.emit, "registerPerAddress", await deps.limits.registerPerAddress.count(address));
  const started = await takingBack(
    () => deps.limits.registerPerAddress.takeBack(address),
    () => createAccount(deps, input, { address, origin }),
  );
  deps.emit({ type: "registered", user: started.account.id });
  return started;
}

async function createAccount(
  { db, sessionMs }: AccountDeps,
  input: Register,
  { address, origin }: Pick<SignInSource, "address" | "origin">,
): Promise<StartedSession> {
  const account = { id: uuidv7(), name: input.name, email: input.email, isAdmin: false };
  const passwordHash = await hashPassword(input.password, address);
  return db.transaction(async (tx) => {
    await claimEmail(tx, account.email, account.id);
    await takingEmail(tx.insert(users).values({ ...account, passwordHash }));
    const opened = { lifetimeMs: sessionMs, origin };
    await writeAccountMail(tx, { kind: "welcome", userId: account.id, recipient: account.email, data: {} });
    return { account, session: await openSession(tx, account.id, { ...opened, isPasswordTyped: true }) };
  });
}
