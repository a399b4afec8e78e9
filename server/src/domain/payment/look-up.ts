import { shopCurrency } from "@shop/shared/currency";
import type { PaymentProvider, ProviderOrder } from "../../infra/payment-provider.ts";
import { ProviderError } from "../../infra/payment-provider.ts";
import { centsToPay } from "../order/amount-to-pay.ts";
import type { OrderRow } from "../order/hold.ts";
import type { PaymentRow } from "./read.ts";
import { type ExpectedPayment, type Observation, verifyPayment } from "./verify.ts";

export type LookUp = { is: "found"; order: ProviderOrder | null } | { is: "unavailable"; cause: Error };

/** Reads a provider order; `null` if the provider does not know it. */
export async function lookUp(provider: PaymentProvider, id: string, until: number): Promise<LookUp> {
  try {
    return { is: "found", order: await provider.readOrder(id, until) };
  } catch (error) {
    if (error instanceof ProviderError) return { is: "unavailable", cause: error };
    throw error;
  }
}

/** What a provider order means for our order. `known` is the payment's row, if there is one. */
export function observe(
  { payee, isReadCurrent }: Pick<PaymentProvider, "payee" | "isReadCurrent">,
  { order }: { order: OrderRow },
  known: PaymentRow | undefined,
  found: ProviderOrder | null,
): Observation {
  if (found === null) return { is: "absent" };
  const isAccepted = known?.settledAt != null && known.orderId === order.id;
  const wasReviewed = isReadCurrent && known?.status === "pending";
  return verifyPayment({ ...expectedOf(order, isAccepted), wasReviewed }, found, payee);
}

function expectedOf(order: OrderRow, isAccepted: boolean): ExpectedPayment {
  const { id, createdAt } = order;
  return { id, createdAt, amountCents: centsToPay(order), currency: shopCurrency(), isAccepted, wasReviewed: false };
}

/**
 * Like `observe`, for a captured payment whose provider order has expired: captures can be read for
 * longer. Returns `null` if the capture is unknown as well.
 */
export async function observeCapture(
  { order, provider, until }: { order: OrderRow; provider: PaymentProvider; until: number },
  known: PaymentRow,
): Promise<Observation | null> {
  if (known.captureId === null) return null;
  const capture = await provider.readCapture(known.captureId, until).catch((error: unknown) => {
    if (error instanceof ProviderError) return null;
    throw error;
  });
  if (capture === null) return null;
  const amount = { currency: shopCurrency(), cents: centsToPay(order) };
  const unit = {
    customId: order.id,
    invoiceId: undefined,
    merchantId: provider.payee,
    amount,
    refunds: [],
  };
  return verifyPayment(
    expectedOf(order, true),
    { id: known.providerOrderId, status: "completed", createdAt: null, units: [{ ...unit, captures: [capture] }] },
    provider.payee,
  );
}
