import type { Order } from "@shop/shared/order";
import type { PaymentStatus } from "@shop/shared/payment";
import { useEffect, useRef, useState } from "react";
import { keptBriefly } from "../../lib/query-client.ts";
import { hasCode, messageOf, toRequestFailure } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { notify } from "../../ui/notify.ts";

/**
 * Where paying stands: nothing under way; approved and being settled; taken but
 * not yet released by the provider; or asked for without an answer.
 */
export type PaymentPhase = "ready" | "settling" | "pending" | "unknown";

/** Paying one order: what the provider's buttons call, and what is known of the outcome. */
export function usePayment(order: Order) {
  const utils = trpc.useUtils();
  const startPayment = trpc.order.startPayment.useMutation();
  const pay = trpc.order.pay.useMutation();
  const [own, setOwn] = useState<{ phase: PaymentPhase; providerOrderId?: string }>({ phase: "ready" });
  const starting = useRef<Promise<{ id: string }>>(undefined);
  const isTold = useRef(false);

  const reported = order.paymentResult?.status;
  const phase = own.phase !== "ready" ? own.phase : phaseOf(reported);
  useOrderWatch(order._id, phase === "pending" || phase === "unknown");

  // A payment that is no longer open and has not paid the order has failed for good.
  const wasOpen = useRef(false);
  const isOpen = isOpenAt(reported);
  useEffect(() => {
    if (wasOpen.current && !isOpen && !order.isPaid) {
      setOwn((now) => (now.phase === "settling" ? now : { phase: "ready" }));
      notify.error("The payment did not go through. Please try again.");
    }
    wasOpen.current = isOpen;
  }, [isOpen, order.isPaid]);

  function tell(error: unknown): void {
    notify.error(messageOf(error, "Payment error"));
  }

  /** Makes the provider's order, once however often it is asked for at a time; its id. */
  async function start(): Promise<string> {
    try {
      starting.current ??= startPayment.mutateAsync({ id: order._id });
      return (await starting.current).id;
    } catch (error) {
      isTold.current = true;
      if (hasCode(error, "PAYMENT_PENDING")) setOwn({ phase: "pending" });
      else if (!hasCode(error, "ALREADY_PAID")) tell(error);
      void utils.order.byId.invalidate({ id: order._id });
      throw error;
    } finally {
      starting.current = undefined;
    }
  }

  /** Has the server settle what was approved. `restart` opens the provider's window again. */
  async function settle(providerOrderId: string, restart?: () => void): Promise<void> {
    setOwn({ phase: "settling", providerOrderId });
    try {
      const settled = await pay.mutateAsync({ orderId: order._id, id: providerOrderId });
      utils.order.byId.setData({ id: order._id }, settled);
      setOwn({ phase: "ready" });
    } catch (error) {
      const outcome = outcomeOf(error);
      setOwn({ phase: outcome, providerOrderId });
      if (outcome !== "pending" && !hasCode(error, "ALREADY_PAID")) tell(error);
      if (hasCode(error, "INSTRUMENT_DECLINED")) restart?.();
    }
    void utils.order.byId.invalidate({ id: order._id });
    void utils.order.mine.invalidate();
  }

  /** Tells people of the provider's own failure; of our refusals they know already. */
  function fail(error: Record<string, unknown>): void {
    const { message } = error;
    if (!isTold.current) notify.error(typeof message === "string" && message !== "" ? message : "Payment error");
    isTold.current = false;
  }

  /** Asks once more about a payment without an answer; the server never takes it twice. */
  const checkAgain =
    own.providerOrderId === undefined
      ? () => utils.order.byId.invalidate({ id: order._id })
      : () => settle(own.providerOrderId ?? "");

  return { phase, start, settle, fail, checkAgain };
}

function isOpenAt(reported: PaymentStatus | undefined): boolean {
  return reported === "pending" || reported === "capturing";
}

function phaseOf(reported: PaymentStatus | undefined): PaymentPhase {
  if (reported === "pending") return "pending";
  return reported === "capturing" ? "unknown" : "ready";
}

/** What a failed settlement leaves behind. Where the server may have taken the money, nobody is invited to pay again. */
function outcomeOf(error: unknown): PaymentPhase {
  if (hasCode(error, "PAYMENT_PENDING")) return "pending";
  if (hasCode(error, "PAYMENT_PROVIDER_UNAVAILABLE")) return "ready";
  const status = toRequestFailure(error)?.status;
  return typeof status === "number" && status < 500 ? "ready" : "unknown";
}

/** Reads the order again and again while its payment is open: often at first, then gently. */
function useOrderWatch(id: string, isOpen: boolean): void {
  const since = useRef(0);
  useEffect(() => {
    if (isOpen) since.current = Date.now();
  }, [isOpen]);
  trpc.order.byId.useQuery(
    { id },
    { ...keptBriefly, enabled: isOpen, refetchInterval: isOpen && (() => pauseAfter(Date.now() - since.current)) },
  );
}

function pauseAfter(elapsedMs: number): number {
  if (elapsedMs < 30_000) return 3_000;
  return elapsedMs < 300_000 ? 10_000 : 60_000;
}
