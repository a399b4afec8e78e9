import { MailError, openMailer } from "../infra/mail/mailer.ts";
import type { MailerSettings } from "../infra/mail/settings.ts";
import { error, type Finding, ok, warning } from "./finding.ts";

/** Signs in to the mail server without sending a mail. Returns why that failed, or `null`. */
export async function tryMailServer(settings: MailerSettings): Promise<string | null> {
  const mailer = openMailer(settings);
  try {
    await mailer.verify();
    return null;
  } catch (failure) {
    if (failure instanceof MailError) return failure.message;
    throw failure;
  } finally {
    mailer.close();
  }
}

/** Whether mails go out. `failure` is the result of `tryMailServer`. */
export function checkMail(settings: MailerSettings, failure: string | null): Finding {
  if (settings.mode === "off") {
    return warning(
      "mail",
      "No mail goes out: customers get no receipts. Set a mail server in the admin, or SMTP_URL and MAIL_FROM.",
    );
  }
  if (settings.mode === "local")
    return warning("mail", "Mails are shown at /dev/mail and not sent. Set a mail server in the admin, or SMTP_URL.");
  const { host, port, auth } = settings.server;
  const place = `${host}:${port}`;
  if (failure !== null)
    return error(
      "mail",
      `The mail server ${place} cannot be used: ${failure}. Correct the settings of mail, or SMTP_URL.`,
    );
  return ok("mail", `The mail server ${place} accepts ${auth === undefined ? "mails" : "the credentials"}.`);
}
