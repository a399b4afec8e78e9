import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { orders } from "../../db/schema/orders.ts";
import type { EmailTokens } from "../../infra/mail/email-tokens.ts";
import { GuestCustomer, type User } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import { openGuestSession } from "./guest-customer.ts";
import { joinGuest } from "./guest-orders.ts";
import { noteProof } from "./mailbox-proof.ts";
import { endSession } from "./session.ts";
import type { AccountDeps, SignInSource, StartedSession } from "./sign-in.ts";

type LinkSource = Pick<SignInSource, "address" | "origin"> & { caller: User | null };

/** The order that a link leads to, and the session that it opens; none for whoever has an account. */
type Opened = { orderId: string; started?: StartedSession };

/**
 * Opens an order by the link in a mail to the guest customer who placed it, which shows that the mailbox is theirs. Works
 * for thirty days, for this customer alone, and until the links are revoked or the order is in an account. Throws
 * INVALID_LINK, RATE_LIMITED, and FORBIDDEN for whoever is signed in with another e-mail.
 */
export async function openOrderLink(
  { db, emailTokens, limits, emit }: AccountDeps & { emailTokens: EmailTokens },
  token: string,
  { address, origin, caller }: LinkSource,
): Promise<Opened> {
  refuseWhenLimited(emit, "signInPerAddress", await limits.signInPerAddress.count(address));
  const link = await emailTokens.verifyOrderLink(token);
  if (link === null) throw invalidLink();
  const { userId, orderId, mailedAt } = link;
  const opened = await db.transaction(async (tx): Promise<Opened> => {
    const guest = await lockGuest(tx, userId);
    const isOwn = (await tx.$count(orders, and(eq(orders.id, orderId), eq(orders.userId, userId)))) > 0;
    const isRevoked = guest?.linksRevokedAt != null && guest.linksRevokedAt.getTime() >= mailedAt.getTime();
    if (guest === undefined || !isOwn || isRevoked) throw invalidLink();
    await noteProof(tx, userId, mailedAt);
    if (caller !== null && !(caller instanceof GuestCustomer)) {
      await refuseOthers(tx, caller, guest.email);
      await joinGuest(tx, userId, caller.id);
      return { orderId };
    }
    const session = await openGuestSession(tx, userId, origin);
    if (caller !== null) await endSession(tx, caller.session.id);
    const account = { id: userId, name: guest.name, email: guest.email, isAdmin: false, isGuest: true as const };
    return { orderId, started: { account, session } };
  });
  await limits.signInPerAddress.takeBack(address);
  emit({ type: "order opened by link", user: caller instanceof GuestCustomer ? userId : (caller?.id ?? userId) });
  return opened;
}

async function lockGuest(tx: Db, id: string) {
  const [guest] = await tx
    .select({ name: users.name, email: users.guestEmail, linksRevokedAt: users.linksRevokedAt })
    .from(users)
    .where(and(eq(users.id, id), isNotNull(users.guestEmail), isNull(users.deletedAt)))
    .for("no key update");
  return guest === undefined || guest.email === null ? undefined : { ...guest, email: guest.email };
}

/** The link proves the mailbox, which is that of the account only if it has the same confirmed address. */
async function refuseOthers(tx: Db, { id }: User, email: string): Promise<void> {
  const [account] = await tx
    .select({ email: users.email, previousEmail: users.previousEmail })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  if (account !== undefined && (account.previousEmail ?? account.email) === email) return;
  throw new DomainError("FORBIDDEN", "You are signed in with another email. Sign out, and open the link again.");
}

function invalidLink(): DomainError {
  return new DomainError(
    "INVALID_LINK",
    "This link does not work any more. If you have an account by now, sign in to see your order.",
  );
}
