import { randomBytes } from "node:crypto";
import type { NewPasskey, PasskeyRecord } from "@shop/shared/account/passkey";
import { isId } from "@shop/shared/query";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { passkeys } from "../../db/schema/accounts.ts";
import { isoTime } from "../../db/time.ts";
import { hashPassword } from "../../infra/passwords.ts";
import { GuestCustomer, type User } from "../base/actor.ts";
import { DomainError, notFound, violates } from "../base/errors.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import type { ShopIdentity } from "../base/shop-facts.ts";
import { writeAccountMail } from "../outbox/write-mails.ts";
import { lockOwnAccount, noteFactorAdded, noteFactorRemoved } from "./factors.ts";
import { becomeMember, refuseTakenEmail } from "./guest-customer.ts";
import { issueChallenge, takeChallenge } from "./passkey-challenges.ts";
import { challengeOf, relyingParty, userHandle } from "./passkey-signature.ts";
import { requireFreshFactors } from "./reauthenticate.ts";
import type { AccountDeps } from "./sign-in.ts";

const passkeysMax = 20;
const nameless = "an unknown device";

/** EdDSA, ES256 and RS256: one of them is known to every device. */
const algorithms = [-8, -7, -257];

/** The user's passkeys, the newest first. */
export async function listPasskeys(db: Db, user: User): Promise<PasskeyRecord[]> {
  const rows = await db
    .select({
      _id: passkeys.id,
      name: passkeys.name,
      createdAt: isoTime(passkeys.createdAt),
      lastUsedAt: isoTime(passkeys.lastUsedAt),
      isSuspended: sql<boolean>`${passkeys.suspendedAt} is not null`,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, user.id))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id));
  return rows;
}

/** What the browser needs to make a passkey. Throws REAUTH_REQUIRED long after the user showed who they are. */
export async function beginPasskey({ db, shop }: Pick<AccountDeps, "db" | "shop">, user: User) {
  await requireFreshFactors(db, user);
  // Before the device has made a passkey that nobody could use.
  if (user instanceof GuestCustomer) await refuseTakenEmail(db, user.email);
  const known = await db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, user.id));
  if (known.length >= passkeysMax) {
    throw new DomainError(
      "VALIDATION",
      `An account can have at most ${passkeysMax} passkeys. Please remove one first.`,
    );
  }
  const challenge = await issueChallenge(db, { purpose: "add", userId: user.id });
  // Loaded when first needed, as in `passkey-signature.ts`.
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const { extensions: _none, ...options } = await generateRegistrationOptions({
    rpName: shop.name,
    rpID: relyingParty(shop),
    userID: userHandle(user.id),
    userName: user.email,
    userDisplayName: user.name,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    excludeCredentials: known,
    // Residents are found without a user name, so that a sign-in needs no typing.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
  });
  return options;
}

/**
 * Adds the passkey that the browser made, and tells the owner by mail. A guest customer gets an account by it. Throws VALIDATION if it answers no challenge of
 * this user.
 */
export async function addPasskey(
  { db, shop, limits, emit }: AccountDeps,
  user: User,
  answer: NewPasskey,
  device: string | null,
): Promise<void> {
  await requireFreshFactors(db, user);
  refuseWhenLimited(emit, "credentialsPerUser", await limits.credentialsPerUser.count(user.id));
  const challenge = challengeOf(answer.response.clientDataJSON);
  if (challenge === null || !(await takeChallenge(db, challenge, { purpose: "add", userId: user.id }))) throw notMade();
  const made = await verify(shop, answer, challenge);
  if (made === null) throw notMade();
  const name = device ?? nameless;
  // A password that nobody knows: an account without one is a customer of the former shop who has not come yet.
  const passwordHash =
    user instanceof GuestCustomer ? await hashPassword(randomBytes(32).toString("base64url")) : undefined;
  await db.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, user);
    if (passwordHash !== undefined) await becomeMember(tx, { userId: user.id, email: user.email, passwordHash });
    await noteFactorAdded(tx, user, account);
    await inserting(tx.insert(passkeys).values({ ...made, userId: user.id, name }));
    await writeAccountMail(tx, {
      kind: "passkey added",
      userId: user.id,
      recipient: account.recipient,
      data: { name },
    });
  });
}

/** Removes one of the user's passkeys, and tells the owner by mail. Throws NOT_FOUND for those of others. */
export async function removePasskey({ db }: Pick<AccountDeps, "db">, user: User, id: string): Promise<void> {
  await requireFreshFactors(db, user);
  if (!isId(id)) throw notFound("Passkey");
  await db.transaction(async (tx) => {
    const { recipient } = await lockOwnAccount(tx, user);
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, user.id)))
      .returning({ name: passkeys.name });
    if (removed === undefined) throw notFound("Passkey");
    await noteFactorRemoved(tx, user.id, user.id);
    const mail = { userId: user.id, recipient, data: removed };
    await writeAccountMail(tx, { kind: "passkey removed", ...mail });
  });
}

/** The passkey's columns; `null` if the answer is wrong. */
async function verify(shop: ShopIdentity, answer: NewPasskey, expectedChallenge: string) {
  const { response, ...fields } = answer;
  const { transports = [], ...made } = response;
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...fields, response: made, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: shop.origin,
      expectedRPID: relyingParty(shop),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (registrationInfo === undefined) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports };
  } catch {
    // The library throws for whatever is wrong in an answer.
    return null;
  }
}

async function inserting(insert: PromiseLike<unknown>): Promise<void> {
  try {
    await insert;
  } catch (error) {
    if (violates(error, "passkeys_credential_key")) throw notMade();
    throw error;
  }
}

function notMade(): DomainError {
  return new DomainError("VALIDATION", "The passkey could not be added. Please try again.");
}
