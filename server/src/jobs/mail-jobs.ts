import { writeResetMails } from "../domain/account/write-reset-mails.ts";
import type { Emit } from "../domain/base/events.ts";
import { type MailDeps, MailQueue } from "../domain/mail/send.ts";
import { recordDeclaredReturns } from "../domain/return/record-declared.ts";
import { writeStockAlertMails } from "../domain/stock-alert/write-mails.ts";
import { recordWithdrawals } from "../domain/withdrawal/record.ts";
import { type Job, usualPauseMs } from "./job.ts";

export type MailJobDeps = MailDeps & Parameters<typeof recordWithdrawals>[0] & { emit: Emit };

/** A code for a new password is sent within about two seconds, after two jobs; in milliseconds. */
const mailsEveryMs = 1_000;

/** Writes mails, and sends them. Each is a job of its own, so that none stops another. */
export function mailJobs(deps: MailJobDeps): Job[] {
  const queue = new MailQueue(deps);
  return [
    {
      name: "reset codes",
      everyMs: mailsEveryMs,
      failure: "writing the mails with codes for new passwords failed",
      itemError: "a request for a new password was left to a later round",
      run: ({ onItemError }) => writeResetMails(deps.db, onItemError),
    },
    {
      name: "withdrawals",
      everyMs: usualPauseMs,
      failure: "recording withdrawals failed",
      itemError: "a withdrawal could not be recorded",
      run: ({ onItemError }) => recordWithdrawals(deps, onItemError),
    },
    {
      name: "part withdrawals",
      everyMs: usualPauseMs,
      failure: "recording withdrawals from parts of orders failed",
      itemError: "a withdrawal from a part of an order could not be recorded",
      run: ({ onItemError }) => recordDeclaredReturns(deps.db, onItemError),
    },
    {
      name: "stock alerts",
      everyMs: usualPauseMs,
      failure: "writing the mails about products that are back failed",
      run: async () => void (await writeStockAlertMails(deps.db)),
    },
    {
      name: "mails",
      everyMs: mailsEveryMs,
      failure: "sending mails failed",
      itemError: "a mail could not be sent",
      run: ({ onItemError }) =>
        queue.poll({ onSent: ({ id, kind }) => deps.emit({ type: "mail sent", mail: id, kind }), onItemError }),
      close: () => queue.close(),
    },
  ];
}
