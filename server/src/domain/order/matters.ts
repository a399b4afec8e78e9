import { toWire } from "@shop/shared/money";
import type { MatterKind, MatterRecord, ResolveMatter } from "@shop/shared/order/matter";
import type { Order } from "@shop/shared/order/order";
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { orderMatters } from "../../db/schema/customer-service.ts";
import { orders } from "../../db/schema/orders.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound, retryingConflicts } from "../base/errors.ts";
import { writeMatterMails } from "../outbox/matter-mails.ts";
import { isRefunded } from "./dto.ts";
import { recordEvent } from "./history.ts";
import { holdAgain, lockOrder } from "./hold.ts";
import { readOrder, requireOrder } from "./read.ts";

/**
 * A matter to be opened. `reference` identifies its subject: a matter of one kind about one subject
 * opens once. Amounts in cents.
 */
export type NewMatter = {
  orderId: string;
  kind: MatterKind;
  reference: string;
  paymentId?: string;
  amountCents?: number;
  detail?: string;
};

/** Kinds that the shop also resolves by itself and reopens when the reason comes back. */
const reopenableKinds: readonly MatterKind[] = [
  ...(["payment differs", "payment stuck", "payment refused", "unknown payment"] as const),
  ...(["refund failed", "refund stuck", "mail failed", "withdrawal", "return"] as const),
  // Closed where a bank transfer is taken back.
  ...(["paid twice", "stock gone", "refund due"] as const),
  "exchange unpaid",
];

/**
 * Opens a matter. An open matter, or one that an admin resolved, stays as it is; one that the shop
 * resolved is reopened. The admins get a mail. Returns whether it was opened.
 */
export async function openMatter(db: Db, matter: NewMatter): Promise<boolean> {
  return db.transaction((tx) => insertMatter(tx, matter));
}

async function insertMatter(tx: Db, matter: NewMatter): Promise<boolean> {
  // A step that is under way comes before it, and a later one sees it.
  await lockOrder(tx, matter.orderId);
  const opened = await tx
    .insert(orderMatters)
    .values({ id: uuidv7(), ...matter })
    .onConflictDoUpdate({
      target: [orderMatters.orderId, orderMatters.kind, orderMatters.reference],
      set: { openedAt: sql`now()`, resolvedAt: null, note: null },
      setWhere: reopenableKinds.includes(matter.kind)
        ? sql`${orderMatters.resolvedAt} is not null and ${orderMatters.resolvedBy} is null`
        : sql`false`,
    })
    .returning({ id: orderMatters.id });
  const [first] = opened;
  if (first === undefined) return false;
  await recordEvent(tx, {
    orderId: matter.orderId,
    act: "matter opened",
    by: null,
    amountCents: matter.amountCents ?? null,
  });
  await writeMatterMails(tx, first.id);
  return true;
}

/**
 * Updates the reference and the amount of an open matter once its subject is known more precisely. It
 * is found by its reference `before`. A resolved matter keeps its kind and amount.
 */
export async function updateMatterReference(
  tx: Db,
  { orderId, kind, reference, amountCents }: NewMatter,
  before: string,
): Promise<void> {
  const isOpen = sql`${orderMatters.resolvedAt} is null`;
  await tx
    .update(orderMatters)
    .set({
      reference,
      kind: sql`case when ${isOpen} then ${kind} else ${orderMatters.kind} end`,
      amountCents: sql`case when ${isOpen} then ${amountCents ?? null}::bigint else ${orderMatters.amountCents} end`,
    })
    .where(and(eq(orderMatters.orderId, orderId), eq(orderMatters.reference, before)));
}

/** Resolves the open matters of some kinds on the shop's behalf, with a note. */
export async function closeMatters(
  tx: Db,
  { orderId, kinds, reference }: { orderId: string; kinds: readonly MatterKind[]; reference?: string },
  note: string,
): Promise<void> {
  await tx
    .update(orderMatters)
    .set({ resolvedAt: sql`now()`, note })
    .where(
      and(
        eq(orderMatters.orderId, orderId),
        inArray(orderMatters.kind, [...kinds]),
        isNull(orderMatters.resolvedAt),
        reference === undefined ? undefined : eq(orderMatters.reference, reference),
      ),
    );
}

/** Whether a matter is open. */
export async function isMatterOpen(
  tx: Db,
  { orderId, kind, reference }: { orderId: string; kind: MatterKind; reference: string },
): Promise<boolean> {
  const isIt = [eq(orderMatters.orderId, orderId), eq(orderMatters.kind, kind), eq(orderMatters.reference, reference)];
  return (await tx.$count(orderMatters, and(...isIt, isNull(orderMatters.resolvedAt)))) > 0;
}

/** Resolves the oldest open matter about so many cents that are to be sent back by hand, once they were. */
export async function closeDueRefund(
  tx: Db,
  { orderId, amountCents }: { orderId: string; amountCents: number },
): Promise<void> {
  const [due] = await tx
    .select({ id: orderMatters.id })
    .from(orderMatters)
    .where(
      and(
        ...[eq(orderMatters.orderId, orderId), eq(orderMatters.kind, "refund due"), isNull(orderMatters.resolvedAt)],
        eq(orderMatters.amountCents, amountCents),
      ),
    )
    .orderBy(orderMatters.openedAt, orderMatters.id)
    .limit(1);
  if (due === undefined) return;
  await tx
    .update(orderMatters)
    .set({ resolvedAt: sql`now()`, note: "The money was sent back" })
    .where(eq(orderMatters.id, due.id));
}

/** Ends what is open about mails to an account that is deleted, and forgets the mail server's answers, which name its address. */
export async function endMailMattersOf(tx: Db, userId: string): Promise<void> {
  const ofUser = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  await tx
    .update(orderMatters)
    .set({
      detail: null,
      resolvedAt: sql`coalesce(${orderMatters.resolvedAt}, now())`,
      note: sql`coalesce(${orderMatters.note}, 'The account was deleted since')`,
    })
    .where(and(eq(orderMatters.kind, "mail failed"), inArray(orderMatters.orderId, ofUser)));
}

/** Whether an order has an open matter of one of the kinds. */
export async function hasOpenMatterOf(tx: Db, orderId: string, kinds: readonly MatterKind[]): Promise<boolean> {
  const [open] = await tx
    .select({ id: orderMatters.id })
    .from(orderMatters)
    .where(
      and(eq(orderMatters.orderId, orderId), inArray(orderMatters.kind, [...kinds]), isNull(orderMatters.resolvedAt)),
    )
    .limit(1);
  return open !== undefined;
}

/**
 * Resolves a matter with an admin's note. *Stock gone* is resolved by taking the units: throws
 * OUT_OF_STOCK while there are too few, unless all money was refunded.
 */
export async function resolveMatter(
  db: Db,
  admin: Admin<"orders.refund">,
  orderId: string,
  { matterId, note }: ResolveMatter,
): Promise<Order> {
  return retryingConflicts(() =>
    db.transaction(async (tx) => {
      await requireOrder(tx, admin, orderId);
      const order = await lockOrder(tx, orderId);
      const [matter] = await tx
        .select()
        .from(orderMatters)
        .where(and(eq(orderMatters.id, matterId), eq(orderMatters.orderId, orderId)));
      if (matter === undefined) throw notFound("Matter");
      // What was not sent cannot come back: its money is refunded by hand.
      if (matter.kind === "return" && order.shippedAt !== null) {
        throw new DomainError("ILLEGAL_TRANSITION", "Accept or refuse the return below");
      }
      if (matter.kind === "withdrawal") {
        throw new DomainError("ILLEGAL_TRANSITION", "Decide the withdrawal on its own page");
      }
      if (matter.resolvedAt === null) {
        if (matter.kind === "stock gone" && !(await isRefunded(tx, orderId))) await holdAgain(tx, order, 0);
        await tx
          .update(orderMatters)
          .set({ resolvedAt: sql`now()`, resolvedBy: admin.id, note })
          .where(eq(orderMatters.id, matter.id));
        await recordEvent(tx, { orderId, act: "resolved", by: admin.id });
      }
      return readOrder(tx, admin, orderId);
    }),
  );
}

/** All matters of an order, open and resolved, newest first. */
export async function listMatters(db: Db, _admin: Admin<"orders.read">, orderId: string): Promise<MatterRecord[]> {
  const rows = await db
    .select({ matter: orderMatters, by: users.name })
    .from(orderMatters)
    .leftJoin(users, eq(users.id, orderMatters.resolvedBy))
    .where(eq(orderMatters.orderId, orderId))
    .orderBy(desc(orderMatters.openedAt), desc(orderMatters.id));
  return rows.map(({ matter, by }) => ({
    _id: matter.id,
    kind: matter.kind,
    amount: matter.amountCents === null ? null : toWire(matter.amountCents),
    openedAt: matter.openedAt.toISOString(),
    paymentId: matter.paymentId,
    detail: matter.detail,
    ...(matter.kind === "withdrawal" ? { withdrawalId: matter.reference } : {}),
    resolution:
      matter.resolvedAt === null ? null : { at: matter.resolvedAt.toISOString(), by, note: matter.note ?? "" },
  }));
}
