import type { PayWithCredit } from "@shop/shared/credit/credit-schema";
import { shopCurrency } from "@shop/shared/currency";
import type { Order } from "@shop/shared/order/order";
import { eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { orders } from "../../../db/schema/orders.ts";
import { payments } from "../../../db/schema/payments.ts";
import type { User } from "../../base/actor.ts";
import { DomainError, retryingConflicts } from "../../base/errors.ts";
import type { DomainEvent } from "../../base/events.ts";
import { type CodeLimitDeps, countingTries } from "../../discount/limit-codes.ts";
import { centsToPay } from "../../order/amount-to-pay.ts";
import { recordEvent } from "../../order/history.ts";
import { lockOrder, type OrderRow, renewHold } from "../../order/hold.ts";
import { readOwnOrder } from "../../order/read.ts";
import { findCreditAccount } from "../../store-credit/customer-account.ts";
import { findGiftCard, refusedCard } from "../../store-credit/gift-card.ts";
import { lockBalance, transferCredit } from "../../store-credit/transfer.ts";
import { applyWithin } from "../apply.ts";
import type { PaymentDeps } from "../deps.ts";
import { requirePayable } from "../read.ts";
import { requireUnpaid } from "./require-unpaid.ts";

export type CreditDeps = PaymentDeps & CodeLimitDeps;

/** An account of store credit that pays, and the gift card's code where it is one's. */
type Source = { account: string; isGiftCard: boolean };

/**
 * Pays an order with a gift card or with its customer's own credit, as far as that reaches: what covers the rest of its price
 * settles it, and of less the provider is asked for the rest. Credit of an order that is not paid in time goes back. Throws
 * VALIDATION with the reason for a gift card that cannot be spent, RATE_LIMITED after too many codes that nobody knows,
 * ILLEGAL_TRANSITION for an order that cannot be paid, and OUT_OF_STOCK if its units are gone.
 */
export async function payWithCredit(
  deps: CreditDeps,
  user: User,
  orderId: string,
  { giftCard }: PayWithCredit,
): Promise<Order> {
  await requirePayable(deps.db, user, orderId);
  const source = giftCard === undefined ? await ownCredit(deps, user) : await giftCardCredit(deps, user, giftCard);
  const events: DomainEvent[] = [];
  await retryingConflicts(() =>
    deps.db.transaction((tx) => {
      events.length = 0;
      return pay({ ...deps, db: tx }, { orderId, source, by: user.id }, events);
    }),
  );
  for (const event of events) deps.emit(event);
  return readOwnOrder(deps.db, user, orderId);
}

async function ownCredit({ db }: CreditDeps, user: User): Promise<Source> {
  const account = await findCreditAccount(db, user.id);
  if (account === undefined) throw new DomainError("ILLEGAL_TRANSITION", noCredit);
  return { account: account.id, isGiftCard: false };
}

const noCredit = "You have no credit left";

async function giftCardCredit(deps: CreditDeps, user: User, code: string): Promise<Source> {
  const find = () => findGiftCard(deps.db, code);
  const account = await countingTries(deps, { key: user.id, codes: [code] }, find, (found) => found === undefined);
  if (account === undefined) throw refusedCard("We do not know this gift card. Please check its code.");
  return { account, isGiftCard: true };
}

type Paying = { orderId: string; source: Source; by: string };

async function pay(deps: CreditDeps, { orderId, source, by }: Paying, events: DomainEvent[]): Promise<void> {
  const { db: tx, settings } = deps;
  const order = await lockOrder(tx, orderId);
  await requireUnpaid(tx, order);
  await renewHold(tx, order, settings.current.holdMs);
  const balance = await lockBalance(tx, source.account);
  if (balance === 0) {
    throw source.isGiftCard
      ? refusedCard("Nothing is left on this gift card")
      : new DomainError("ILLEGAL_TRANSITION", noCredit);
  }
  const amountCents = Math.min(balance, centsToPay(order));
  await takeCredit(deps, { order, source, amountCents, by }, events);
}

type Taking = { order: OrderRow; source: Source; amountCents: number; by: string };

/** Moves credit into a payment of the order. */
async function takeCredit(deps: CreditDeps, { order, source, amountCents, by }: Taking, events: DomainEvent[]) {
  const { db: tx } = deps;
  const { id: orderId, totalCents, creditCents } = order;
  const paymentId = uuidv7();
  const providerOrderId = `credit:${paymentId}`;
  const covers = amountCents === totalCents - creditCents;
  await tx.insert(payments).values({
    id: paymentId,
    orderId,
    provider: "store credit",
    providerOrderId,
    creditAccountId: source.account,
    amountCents,
    currency: shopCurrency(),
    ...(covers ? { status: "created" } : { status: "completed", captureId: providerOrderId }),
  });
  const spent = {
    act: "spent",
    from: { holder: source.account },
    to: "spent",
    amountCents,
    orderId,
    paymentId,
  } as const;
  if (!(await transferCredit(tx, spent))) throw new Error("a locked balance has changed");
  await recordEvent(tx, { orderId, act: "paid by credit", by, amountCents });
  if (!covers) {
    await tx
      .update(orders)
      .set({ creditCents: creditCents + amountCents })
      .where(eq(orders.id, orderId));
    return;
  }
  const money = {
    captureId: providerOrderId,
    amountCents,
    currency: shopCurrency(),
    returned: { listed: [], unlistedCents: 0 },
    risks: [],
  };
  await applyWithin(
    deps,
    { order, providerOrderId, by },
    { seen: undefined, observation: { is: "captured", money } },
    events,
  );
}
