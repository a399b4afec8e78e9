import type { MailChoices } from "@shop/shared/mail";
import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import type { Unsubscription } from "../../infra/mail/unsubscribe-tokens.ts";
import type { User } from "../base/actor.ts";
import { notFound } from "../base/errors.ts";

/** Which mails the user wants. */
export async function readMailChoices(db: Db, { id }: Pick<User, "id">): Promise<MailChoices> {
  const [choices] = await db
    .select({ progress: users.wantsProgressMails, reviews: users.wantsReviewMails, marketing: users.acceptsMarketing })
    .from(users)
    .where(eq(users.id, id));
  if (choices === undefined) throw notFound("User");
  return choices;
}

/** Changes which mails the user wants. Mails that wait to be sent follow it as well. */
export async function changeMailChoices(db: Db, { id }: User, input: MailChoices): Promise<MailChoices> {
  await writeChoices(db, id, input);
  return readMailChoices(db, { id });
}

/** Ends all mails that an account can do without, or only the invitations to review. A deleted account is left as it is. */
export async function unsubscribe(db: Db, { userId, scope }: Unsubscription): Promise<void> {
  await writeChoices(
    db,
    userId,
    scope === "all" ? { progress: false, reviews: false, marketing: false } : { reviews: false },
  );
}

async function writeChoices(
  db: Db,
  userId: string,
  { progress, reviews, marketing }: Partial<MailChoices>,
): Promise<void> {
  await db
    .update(users)
    .set({ wantsProgressMails: progress, wantsReviewMails: reviews, acceptsMarketing: marketing })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
}
