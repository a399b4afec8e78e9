import type { ErrorCode } from "@shop/shared/errors";
import type { MatterKind } from "@shop/shared/matter";
import type { Order } from "@shop/shared/order";
import type { PaymentStatus } from "@shop/shared/payment";
import { useEffect, useRef, useState } from "react";
import { cachedBriefly } from "../../lib/query-client.ts";
import { hasCode, messageOf, toRequestFailure } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { notify } from "../../ui/notify.ts";

/**
 * Where paying stands: nothing under way; approved and being settled; taken but
 * not yet released by the provider; asked for without an answer; or taken in a
 * way that the shop must look into.
 */
export type PaymentPhase = "ready" | "settling" | "pending" | "unknown" | "review";

/** The matters of an unpaid order for which money may have been taken: whoever paid again would pay twice. */
const mayHaveMoney: readonly MatterKind[] = ["payment differs", "payment stuck", "unknown payment"];

/** Paying one order: what the provider's buttons call, and what is known of the outcome. */
export function usePayment(order: Order) {
  const utils = trpc.useUtils();
  const startPayment = trpc.order.startPayment.useMutation();
  const pay = trpc.order.pay.useMutation();
  const { phase, own, setOwn, isRefusalTold } = usePhase(order);
  const starting = useRef<Promise<{ id: string }>>(undefined);
  const isTold = useRef(false);

  function tell(error: unknown): void {
    notify.error(messageOf(error, "Payment error"));
  }

  /** Another payment may have paid the order: then the page says so itself. */
  async function tellUnlessPaid(error: unknown): Promise<void> {
    const now = await utils.order.byId.fetch({ id: order._id }, { staleTime: 0 }).catch(() => undefined);
    if (now?.isPaid !== true) tell(error);
  }

  /** Makes the provider's order, once however often it is asked for at a time; its id. */
  async function start(): Promise<string> {
    try {
      starting.current ??= startPayment.mutateAsync({ id: order._id });
      return (await starting.current).id;
    } catch (error) {
      isTold.current = true;
      if (hasCode(error, "PAYMENT_PENDING")) setOwn({ phase: "pending" });
      else if (hasCode(error, "ALREADY_PAID")) void tellUnlessPaid(error);
      else tell(error);
      void utils.order.byId.invalidate({ id: order._id });
      throw error;
    } finally {
      starting.current = undefined;
    }
  }

  /** Has the server settle what was approved. `restart` opens the provider's window again. */
  async function settle(providerOrderId: string, restart?: () => void): Promise<void> {
    setOwn({ phase: "settling", providerOrderId });
    isRefusalTold.current = false;
    try {
      const settled = await pay.mutateAsync({ orderId: order._id, id: providerOrderId });
      utils.order.byId.setData({ id: order._id }, settled);
      setOwn({ phase: "ready" });
    } catch (error) {
      const outcome = outcomeOf(error);
      setOwn({ phase: outcome, providerOrderId });
      isRefusalTold.current = outcome === "ready";
      if (hasCode(error, "ALREADY_PAID")) await tellUnlessPaid(error);
      else if (outcome !== "pending") tell(error);
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
  async function checkAgain(): Promise<void> {
    const asked = own.providerOrderId ?? order.paymentResult?.id;
    if (asked === undefined) await utils.order.byId.invalidate({ id: order._id });
    else await settle(asked);
  }

  return { phase, start, settle, fail, checkAgain };
}

/** Where paying stands by what this page has done, and by what the order says, which counts for more. */
function usePhase(order: Order) {
  const [own, setOwn] = useState<{ phase: PaymentPhase; providerOrderId?: string }>({ phase: "ready" });
  const isRefusalTold = useRef(false);
  const reported = order.paymentResult?.status;
  const isInReview = order.matters.some(({ kind }) => mayHaveMoney.includes(kind));
  const phase = own.phase === "settling" ? "settling" : (phaseOf(reported, isInReview) ?? own.phase);
  useOrderWatch(order._id, phase === "pending" || phase === "unknown" || phase === "review");

  // A payment that is no longer open and has not paid the order has failed for good.
  const wasOpen = useRef(false);
  const isOpen = isOpenAt(reported);
  useEffect(() => {
    if (wasOpen.current && !isOpen && !order.isPaid) {
      setOwn((now) => (now.phase === "settling" ? now : { phase: "ready" }));
      if (!isInReview && !isRefusalTold.current) notify.error("The payment did not go through. Please try again.");
    }
    wasOpen.current = isOpen;
  }, [isOpen, order.isPaid, isInReview]);

  return { phase, own, setOwn, isRefusalTold };
}

function isOpenAt(reported: PaymentStatus | undefined): boolean {
  return reported === "pending" || reported === "capturing";
}

/** What the order itself says of a payment under way; `undefined` where it says nothing. */
function phaseOf(reported: PaymentStatus | undefined, isInReview: boolean): PaymentPhase | undefined {
  if (reported === "pending") return "pending";
  if (reported === "capturing") return "unknown";
  return isInReview ? "review" : undefined;
}

/** Refusals after which the money may have been taken all the same, or may be yet. */
const leavesOpen: readonly ErrorCode[] = ["ALREADY_PAID", "RATE_LIMITED", "TIMEOUT"];

/** What a failed settlement leaves behind. Where the money may have been taken, nobody is invited to pay again. */
function outcomeOf(error: unknown): PaymentPhase {
  if (hasCode(error, "PAYMENT_PENDING")) return "pending";
  if (hasCode(error, "PAYMENT_PROVIDER_UNAVAILABLE")) return "ready";
  if (leavesOpen.some((code) => hasCode(error, code))) return "unknown";
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
    { ...cachedBriefly, enabled: isOpen, refetchInterval: isOpen && (() => pauseAfter(Date.now() - since.current)) },
  );
}

function pauseAfter(elapsedMs: number): number {
  if (elapsedMs < 30_000) return 3_000;
  return elapsedMs < 300_000 ? 10_000 : 60_000;
}
