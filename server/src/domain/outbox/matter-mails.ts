import type { MatterKind } from "@shop/shared/order/matter";
import { inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderMatters } from "../../db/schema/customer-service.ts";
import { writeAdminMails } from "./write-mails.ts";

/** Matters that mostly end by themselves within minutes are told only if they last; in milliseconds. */
const lastingMs = 1_200_000;
const transient = new Set<MatterKind>(["payment stuck", "refund stuck"]);

/** Tells the admins of matters that were opened just now. */
export async function writeMatterMails(tx: Db, ...matterIds: string[]): Promise<void> {
  if (matterIds.length === 0) return;
  const opened = await tx
    .select({
      id: orderMatters.id,
      orderId: orderMatters.orderId,
      kind: orderMatters.kind,
      amountCents: orderMatters.amountCents,
      at: sql<string>`${orderMatters.openedAt}::text`,
    })
    .from(orderMatters)
    .where(inArray(orderMatters.id, matterIds));
  for (const { id, orderId, kind, amountCents, at } of opened) {
    // A mail about mails that cannot be sent would not arrive either.
    if (kind === "mail failed") continue;
    await writeAdminMails(tx, {
      kind: "open matter",
      orderId,
      data: { matterId: id, matter: kind, amountCents },
      delayMs: transient.has(kind) ? lastingMs : 0,
      once: `${id} ${at}`,
    });
  }
}
