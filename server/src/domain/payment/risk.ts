import { formatMoney, toWire } from "@shop/shared/money";
import { providerOf } from "@shop/shared/order/online-providers";
import { and, count, eq, gt } from "drizzle-orm";
import { orderEvents, orders } from "../../db/schema/orders.ts";
import { later } from "../../db/time.ts";
import { ProviderError } from "../../infra/payment-provider.ts";
import type { OrderRow } from "../order/hold.ts";
import { actDeadline, type PaymentDeps } from "./deps.ts";
import type { CapturedMoney } from "./verify.ts";

const dayMs = 86_400_000;
const uncounted = "the payment provider did not say how many tries were declined";

type NewMoney = {
  order: Pick<OrderRow, "paidAt" | "totalCents" | "userId">;
  providerOrderId: string;
  money: Pick<CapturedMoney, "risks">;
};

/**
 * Why a person is to look at an order before it is sent that captured money of an online provider is about to pay: the
 * rules of the shop's settings, in words for administrators; none for money that may pass.
 */
export async function findRisks(deps: PaymentDeps, { order, providerOrderId, money }: NewMoney): Promise<string[]> {
  const { fromCents, declines, isByProvider } = deps.settings.current.riskRules;
  if (order.paidAt !== null) return [];
  const risks: string[] = [];
  if (fromCents !== null && order.totalCents >= fromCents) {
    risks.push(`its total is ${formatMoney(toWire(fromCents))} or more`);
  }
  if (declines !== null) risks.push(...(await findDeclines(deps, { order, providerOrderId }, declines)));
  if (isByProvider) risks.push(...money.risks.map((risk) => `the payment provider says that ${risk}`));
  return risks;
}

/** Nothing may pass unseen, so that tries which cannot be counted are a risk as well. */
async function findDeclines(
  deps: PaymentDeps,
  { order, providerOrderId }: Omit<NewMoney, "money">,
  max: number,
): Promise<string[]> {
  // Money is recorded also when the shop was disconnected from its provider meanwhile.
  const provider = deps.payments.providers[providerOf(providerOrderId)];
  if (provider === undefined) return [uncounted];
  try {
    const seen = await countRefusedCaptures(deps, order.userId);
    const unseen = (await provider.countDeclines?.(providerOrderId, actDeadline(deps))) ?? 0;
    const tries = seen + unseen;
    return tries < max ? [] : [`${tries} tries to pay were declined before`];
  } catch (error) {
    if (error instanceof ProviderError) return [uncounted];
    throw error;
  }
}

/** The declined tries of a customer within a day, of all orders. */
async function countRefusedCaptures({ db }: PaymentDeps, userId: string): Promise<number> {
  const [row] = await db
    .select({ tries: count() })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .where(
      and(eq(orders.userId, userId), eq(orderEvents.act, "payment failed"), gt(orderEvents.createdAt, later(-dayMs))),
    );
  return row?.tries ?? 0;
}
