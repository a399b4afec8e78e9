import { randomBytes } from "node:crypto";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { type ChallengePurpose, passkeyChallenges } from "../../db/schema/accounts.ts";
import { later } from "../../db/time.ts";

/** How long a challenge can be answered, in milliseconds. */
export const challengeMs = 300_000;

/** What a challenge is for. Without a user before a sign-in. */
export type ChallengeUse = { purpose: ChallengePurpose; userId: string | null };

/** Stores and returns a new challenge in base64url. */
export async function issueChallenge(db: Db, use: ChallengeUse): Promise<string> {
  const challenge = randomBytes(32).toString("base64url");
  await db.insert(passkeyChallenges).values({ challenge, ...use, expiresAt: later(challengeMs) });
  return challenge;
}

/** Takes a challenge, which nobody can take again. Returns whether it was there, for this use and not expired. */
export async function takeChallenge(db: Db, challenge: string, { purpose, userId }: ChallengeUse): Promise<boolean> {
  const taken = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, purpose),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return taken.length > 0;
}
