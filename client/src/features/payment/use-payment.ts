import type { ErrorCode } from "@shop/shared/errors";
import type { MatterKind } from "@shop/shared/order/matter";
import type { OnlineProvider } from "@shop/shared/order/online-providers";
import type { Order } from "@shop/shared/order/order";
import type { PaymentStatus } from "@shop/shared/order/payment";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { cachedBriefly } from "../../lib/query-client.ts";
import { hasCode, messageOf, toRequestFailure } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { notify } from "../../ui/notify.ts";
import type { ReturnedPayment } from "./use-returned-payment.ts";

/**
 * - `ready`: no payment in progress
 * - `settling`: approved, capture in progress
 * - `pending`: captured, not yet cleared by the provider
 * - `unknown`: capture requested, outcome not known
 * - `review`: possibly captured, an admin must resolve the matter
 */
export type PaymentPhase = "ready" | "settling" | "pending" | "unknown" | "review";

/** Matters of an unpaid order that may have captured money. A second payment could charge twice. */
const possiblyCaptured: readonly MatterKind[] = ["payment differs", "payment stuck", "unknown payment"];

/** A provider's order, with what the browser approves it with where that is more than its id. */
type StartedPayment = { id: string; clientSecret?: string };

/** Payment of one order: the callbacks for the provider's buttons, the current phase and the last failure. */
export function usePayment(order: Order) {
  const utils = trpc.useUtils();
  const startPayment = trpc.order.startPayment.useMutation();
  const pay = trpc.order.pay.useMutation();
  const [failure, setFailure] = useState<string>();
  const { phase, local, setLocal, isRefusalShown } = usePhase(order, report);
  const starting = useRef<Promise<StartedPayment>>(undefined);
  const isErrorShown = useRef(false);

  /** Shows a failure as a toast, and above the buttons until the next attempt. */
  function report(message: string): void {
    notify.error(message);
    setFailure(message);
  }

  function showError(error: unknown): void {
    report(messageOf(error, "Payment error"));
  }

  /** Shows nothing when another payment has paid the order, because the page then shows it as paid. */
  async function showErrorUnlessPaid(error: unknown): Promise<void> {
    const latest = await utils.order.byId.fetch({ id: order._id }, { staleTime: 0 }).catch(() => undefined);
    if (latest?.isPaid !== true) showError(error);
  }

  /** Has a provider make its order, for the customer to approve. Concurrent calls share one request. */
  async function start(provider: OnlineProvider): Promise<StartedPayment> {
    setFailure(undefined);
    try {
      starting.current ??= startPayment.mutateAsync({ id: order._id, provider });
      return await starting.current;
    } catch (error) {
      isErrorShown.current = true;
      if (hasCode(error, "PAYMENT_PENDING")) setLocal({ phase: "pending" });
      else if (hasCode(error, "ALREADY_PAID")) void showErrorUnlessPaid(error);
      else showError(error);
      void utils.order.byId.invalidate({ id: order._id });
      throw error;
    } finally {
      starting.current = undefined;
    }
  }

  /**
   * Asks the server to capture an approved payment. `restart` reopens the provider's window after a decline. Gives whether
   * the payment has paid the order, or may still do so.
   */
  async function settle(approved: ReturnedPayment, restart?: () => void): Promise<boolean> {
    const { id: providerOrderId } = approved;
    setLocal({ phase: "settling", providerOrderId });
    setFailure(undefined);
    isRefusalShown.current = false;
    let isRefused = false;
    try {
      const settled = await pay.mutateAsync({ orderId: order._id, ...approved });
      utils.order.byId.setData({ id: order._id }, settled);
      setLocal({ phase: "ready" });
    } catch (error) {
      const outcome = outcomeOf(error);
      setLocal({ phase: outcome, providerOrderId });
      isRefused = outcome === "ready";
      isRefusalShown.current = isRefused;
      if (hasCode(error, "ALREADY_PAID")) await showErrorUnlessPaid(error);
      else if (outcome !== "pending") showError(error);
      if (hasCode(error, "INSTRUMENT_DECLINED")) restart?.();
    }
    void utils.order.byId.invalidate({ id: order._id });
    void utils.order.mine.invalidate();
    return !isRefused;
  }

  /** Handles an error of the provider's buttons. Errors of `start` are already shown. */
  function fail(error: Record<string, unknown>): void {
    const { message } = error;
    if (!isErrorShown.current) report(typeof message === "string" && message !== "" ? message : "Payment error");
    isErrorShown.current = false;
  }

  /** Repeats the capture of a payment with an unknown outcome. The server captures at most once. */
  async function checkAgain(): Promise<void> {
    const providerOrderId = local.providerOrderId ?? order.paymentResult?.id;
    if (providerOrderId === undefined) await utils.order.byId.invalidate({ id: order._id });
    else await settle({ id: providerOrderId });
  }

  return { phase, failure, start, settle, fail, checkAgain };
}

/**
 * Combines the local phase with the status of the order. The order takes precedence except while settling. `report`
 * receives the message about a payment that failed later.
 */
function usePhase(order: Order, report: (message: string) => void) {
  const [local, setLocal] = useState<{ phase: PaymentPhase; providerOrderId?: string }>({ phase: "ready" });
  const isRefusalShown = useRef(false);
  const reported = order.paymentResult?.status;
  const isInReview = order.matters.some(({ kind }) => possiblyCaptured.includes(kind));
  const phase = local.phase === "settling" ? "settling" : (phaseOf(reported, isInReview) ?? local.phase);
  useOrderPolling(order._id, phase === "pending" || phase === "unknown" || phase === "review");

  // A payment that is no longer open on an unpaid order has failed.
  const wasOpen = useRef(false);
  const reportFailed = useEffectEvent(report);
  const isOpen = isOpenAt(reported);
  useEffect(() => {
    if (wasOpen.current && !isOpen && !order.isPaid) {
      setLocal((current) => (current.phase === "settling" ? current : { phase: "ready" }));
      if (!isInReview && !isRefusalShown.current) reportFailed("The payment did not go through. Please try again.");
    }
    wasOpen.current = isOpen;
  }, [isOpen, order.isPaid, isInReview]);

  return { phase, local, setLocal, isRefusalShown };
}

function isOpenAt(reported: PaymentStatus | undefined): boolean {
  return reported === "pending" || reported === "capturing";
}

/** The phase that follows from the order; `undefined` without a payment in progress. */
function phaseOf(reported: PaymentStatus | undefined, isInReview: boolean): PaymentPhase | undefined {
  if (reported === "pending") return "pending";
  if (reported === "capturing") return "unknown";
  return isInReview ? "review" : undefined;
}

/** Error codes after which the payment may still be captured. */
const inconclusiveCodes: readonly ErrorCode[] = ["ALREADY_PAID", "RATE_LIMITED", "TIMEOUT"];

/** The phase after a failed capture. `unknown` when money may have been captured, so that no second payment starts. */
function outcomeOf(error: unknown): PaymentPhase {
  if (hasCode(error, "PAYMENT_PENDING")) return "pending";
  if (hasCode(error, "PAYMENT_PROVIDER_UNAVAILABLE")) return "ready";
  if (inconclusiveCodes.some((code) => hasCode(error, code))) return "unknown";
  const status = toRequestFailure(error)?.status;
  return typeof status === "number" && status < 500 ? "ready" : "unknown";
}

/** Polls the order while its payment is open, less often over time. */
function useOrderPolling(id: string, isOpen: boolean): void {
  const startedAtMs = useRef(0);
  useEffect(() => {
    if (isOpen) startedAtMs.current = Date.now();
  }, [isOpen]);
  trpc.order.byId.useQuery(
    { id },
    {
      ...cachedBriefly,
      enabled: isOpen,
      refetchInterval: isOpen && (() => pollIntervalMs(Date.now() - startedAtMs.current)),
    },
  );
}

function pollIntervalMs(elapsedMs: number): number {
  if (elapsedMs < 30_000) return 3_000;
  return elapsedMs < 300_000 ? 10_000 : 60_000;
}
