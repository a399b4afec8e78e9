import { isId } from "@shop/shared/query";
import { desc, eq } from "drizzle-orm";
import { mails } from "../../db/schema/mails.ts";
import type { Message } from "../../infra/mail/mailer.ts";
import { notFound } from "../base/errors.ts";
import { composeMail } from "./compose.ts";
import type { MailRow } from "./mail-body.ts";
import type { MailDeps } from "./send.ts";

const mailsInList = 200;

/** The newest mails of a shop without a mail server. */
export function listLocalMails({ db }: MailDeps): Promise<MailRow[]> {
  return db.select().from(mails).orderBy(desc(mails.createdAt), desc(mails.id)).limit(mailsInList);
}

export type LocalMail = { mail: MailRow; message: Message; source: string };

/** A mail of a shop without a mail server, as it would be sent now. Throws NOT_FOUND. */
export async function readLocalMail(deps: MailDeps, id: string): Promise<LocalMail> {
  if (!isId(id)) throw notFound("Mail");
  const [mail] = await deps.db.select().from(mails).where(eq(mails.id, id));
  if (mail === undefined) throw notFound("Mail");
  const { message } = await composeMail(deps, mail);
  return { mail, message, source: await deps.mailer.source(message) };
}
