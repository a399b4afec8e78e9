import type { Register, SignIn } from "@shop/shared/account";
import { and, eq, isNull } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import type { FactorKeys } from "../../infra/factor-keys.ts";
import type { Limits } from "../../infra/limits.ts";
import type { Mailer } from "../../infra/mail/mailer.ts";
import { checkPassword, hashPassword } from "../../infra/passwords.ts";
import { DomainError, violates } from "../errors.ts";
import type { Emit } from "../events.ts";
import { writeAccountMail } from "../mail/outbox.ts";
import type { ShopIdentity } from "../shop-identity.ts";
import { checkSecondFactor } from "./check-second-factor.ts";
import { type Device, deviceAccount } from "./device.ts";
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

export type Entered = { account: Account; session: Session };

/** Where a sign-in comes from: the key of the address, and the device if it has signed in before. */
export type SignInSource = { address: string; device: Device | null; origin: SessionOrigin };

/**
 * Signs a user in. A wrong password and an unknown e-mail get the same error at the same cost, so
 * that neither reveals which accounts exist. Each attempt is counted before the password is checked,
 * so that parallel attempts cannot exceed the limit; a successful one is not counted. A known device
 * of the account has a limit of its own, so that attackers cannot lock its owner out. An administrator with a second
 * factor also needs a code: without one SECOND_FACTOR_REQUIRED is thrown, which is not counted.
 */
export async function signIn(
  { db, limits, sessionMs, factorKeys, emit }: AccountDeps,
  input: SignIn,
  source: SignInSource,
): Promise<Entered> {
  const attempt = await countAttempt({ limits, emit }, input.email, source);
  const [found] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, input.email), isNull(users.deletedAt)));
  const passwordHash = found?.passwordHash ?? null;
  const isRight = await checkPassword(passwordHash, input.password);
  if (!isRight || found === undefined || passwordHash === null) throw wrongCredentials();
  const opening = db.transaction(async (tx) => {
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
      session: await openSession(tx, account.id, { lifetimeMs: sessionMs, origin: source.origin, hasSecondFactor }),
    };
  });
  const entered = await opening.catch(async (error: unknown) => {
    if (error instanceof DomainError && error.kind === "SECOND_FACTOR_REQUIRED") await attempt.takeBack();
    throw error;
  });
  await attempt.succeed();
  emit({ type: "signed in", user: entered.account.id });
  return entered;
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
): Promise<Entered> {
  await refuseWeakPassword(input.password, { min: deps.passwordMin, names: [input.email, deps.shop.name] });
  refuseWhenLimited(deps.emit, "registerPerAddress", await deps.limits.registerPerAddress.count(address));
  const account = { id: uuidv7(), name: input.name, email: input.email, isAdmin: false };
  const passwordHash = await hashPassword(input.password);
  const entered = await deps.db.transaction(async (tx) => {
    await takingEmail(tx.insert(users).values({ ...account, passwordHash }));
    await writeAccountMail(tx, { kind: "welcome", userId: account.id, recipient: account.email, data: {} });
    return {
      account,
      session: await openSession(tx, account.id, { lifetimeMs: deps.sessionMs, origin }),
    };
  });
  deps.emit({ type: "registered", user: account.id });
  return entered;
}

/** Runs a write that sets an e-mail; throws the domain error if the address is taken. */
export async function takingEmail<Result>(
  write: PromiseLike<Result>,
  message = "User already exists",
): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (violates(error, "users_email_key")) {
      throw new DomainError("EMAIL_TAKEN", message, { errors: [{ path: "email", message }] });
    }
    throw error;
  }
}

/** Throws RATE_LIMITED if a limit says how long to wait. */
export function refuseWhenLimited(emit: Emit, limit: keyof Limits, retryAfter: number | null): void {
  if (retryAfter === null) return;
  emit({ type: "too many tries", limit });
  throw new DomainError("RATE_LIMITED", "Too many attempts. Please wait a little and try again.", { retryAfter });
}
