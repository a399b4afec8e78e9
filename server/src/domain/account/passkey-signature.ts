import type { PasskeySignature, SignatureRequest } from "@shop/shared/account/passkey";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../db/client.ts";
import { passkeys } from "../../db/schema/accounts.ts";
import { later } from "../../db/time.ts";
import { DomainError } from "../base/errors.ts";
import type { ShopIdentity } from "../base/shop-facts.ts";
import { type ChallengeUse, challengeMs, issueChallenge, takeChallenge } from "./passkey-challenges.ts";
import { isUsablePasskey } from "./usable-factors.ts";

const clientDataSchema = z.object({ challenge: z.string() });

/** The relying party: the host of the public origin, whatever host a request names. */
export function relyingParty({ origin }: ShopIdentity): string {
  return new URL(origin).hostname;
}

/** The user handle of an account's passkeys. */
export function userHandle(userId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId.replaceAll("-", ""), "hex"));
}

/** The challenge that a browser's answer claims to be for; `null` if it is unreadable. */
export function challengeOf(clientDataJSON: string): string | null {
  try {
    return clientDataSchema.parse(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"))).challenge;
  } catch {
    return null;
  }
}

/** A request for the signature of any passkey of the shop that the device has. */
export async function requestSignature(db: Db, shop: ShopIdentity, use: ChallengeUse): Promise<SignatureRequest> {
  return {
    challenge: await issueChallenge(db, use),
    rpId: relyingParty(shop),
    timeout: challengeMs,
    // The device asks for its PIN, a fingerprint or a face, so that a passkey is two factors.
    userVerification: "required",
  };
}

/**
 * Checks a passkey's signature of a challenge and notes its use. Returns the passkey's account. Throws
 * INVALID_CREDENTIALS, with the same message for every reason.
 */
export async function checkSignature(
  db: Db,
  shop: ShopIdentity,
  signature: PasskeySignature,
  use: ChallengeUse,
): Promise<string> {
  const challenge = challengeOf(signature.response.clientDataJSON);
  if (challenge === null || !(await takeChallenge(db, challenge, use))) throw notAccepted();
  const [passkey] = await db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, signature.id), isUsablePasskey));
  if (passkey === undefined) throw notAccepted();
  const { userId, counter } = passkey;
  const handle = signature.response.userHandle;
  const isTheirs = handle === undefined || handle === Buffer.from(userHandle(userId)).toString("base64url");
  if (!isTheirs || (use.userId !== null && use.userId !== userId)) throw notAccepted();
  const newCounter = await verify(shop, signature, challenge, passkey);
  if (newCounter === null) throw notAccepted();
  const noted = await db
    .update(passkeys)
    .set({ counter: newCounter, lastUsedAt: later(0) })
    // Of two signatures with the same count, one is a copy's.
    .where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, counter)))
    .returning({ id: passkeys.id });
  if (noted.length === 0) throw notAccepted();
  return userId;
}

/** The passkey's new count; `null` if the signature is wrong. */
async function verify(
  shop: ShopIdentity,
  { response, ...fields }: PasskeySignature,
  expectedChallenge: string,
  { credentialId, publicKey, counter }: typeof passkeys.$inferSelect,
): Promise<number | null> {
  const { userHandle: _checked, ...signed } = response;
  // Loaded when first needed: it would take a tenth of the start and 10 MB of memory.
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...fields, response: signed, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: shop.origin,
      expectedRPID: relyingParty(shop),
      credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws for whatever is wrong in an answer.
    return null;
  }
}

function notAccepted(): DomainError {
  return new DomainError("INVALID_CREDENTIALS", "This passkey was not accepted. Please try again.");
}
