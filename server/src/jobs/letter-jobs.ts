import { localTimeIn } from "@shop/shared/time-zone";
import type { Db } from "../db/client.ts";
import type { CurrentFacts, ShopIdentity } from "../domain/base/shop-facts.ts";
import { writeLowStockMails } from "../domain/mail/low-stock.ts";
import { writeTransferReminders } from "../domain/order/transfer-reminders.ts";
import { writeReviewInvitations } from "../domain/review/invite.ts";
import type { Job } from "./job.ts";

export type LetterJobDeps = { db: Db; shop: ShopIdentity; settings: CurrentFacts<"reviewInvitationDays"> };

/** How often an instance looks whether there is something to write, in milliseconds. */
const lookEveryMs = 600_000;
/** The hour of the shop's day from which the admins are told of low stock. */
const lowStockHour = 6;

/** Writes the mails that no act of a person leads to. The job `mails` sends them. */
export function letterJobs({ db, shop, settings }: LetterJobDeps): Job[] {
  let writtenDay = "";
  return [
    {
      name: "review invitations",
      everyMs: lookEveryMs,
      failure: "writing invitations to review failed",
      run: async ({ log }) => {
        const invited = await writeReviewInvitations(db, settings.current.reviewInvitationDays);
        if (invited > 0) log.info({ invited }, "invitations to review written");
      },
    },
    {
      name: "transfer reminders",
      everyMs: lookEveryMs,
      failure: "writing reminders of transfers failed",
      run: async ({ log }) => {
        const reminded = await writeTransferReminders(db);
        if (reminded > 0) log.info({ reminded }, "reminders of transfers written");
      },
    },
    {
      name: "low stock",
      everyMs: lookEveryMs,
      failure: "writing mails about low stock failed",
      run: async () => {
        const [day = "", clock = ""] = localTimeIn(shop.timeZone, new Date()).split("T");
        if (Number(clock.slice(0, 2)) < lowStockHour || day === writtenDay) return;
        await writeLowStockMails(db, day);
        writtenDay = day;
      },
    },
  ];
}
