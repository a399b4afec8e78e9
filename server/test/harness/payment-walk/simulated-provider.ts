import type { OnlineProvider } from "@shop/shared/order/online-providers";
import type { EventSignature } from "../../../src/infra/payment-provider.ts";

/** A capture as a simulator has it. */
export type SimulatedCapture = { id: string; isPending: boolean; isInForce: boolean; cents: number };
type SimulatedRefund = { id: string; isPending: boolean; isFailed: boolean; customId: string | undefined };
/** What a customer does in the browser. */
export type Decision = "approve" | "decline" | "pend" | "cancel";

/** What a walk needs of a simulator, in words of the shop. Acts that the provider's state does not allow throw its refusal. */
export type SimulatedProvider = {
  readonly name: OnlineProvider;
  readonly wayToPay: "PayPal" | "Stripe";
  now: () => number;
  advance: (ms: number) => void;
  isBusy: () => boolean;
  /** Draws what differs between accounts at the provider. */
  drawAccount: (random: () => number) => void;
  /** Plans that the next call of some kind goes wrong. */
  planFault: (random: () => number) => void;
  clearFaults: () => void;
  /** Makes an order at the provider past the shop, over an amount in cents. */
  create: (orderId: string, cents: number, isNamedTwice: boolean) => string;
  /** Whether a customer can still decide about an order that was begun at some time. */
  isOpen: (id: string, begunAt: number) => boolean;
  /** Gives whether the provider itself takes the money then. */
  decide: (id: string, decision: Decision, random: () => number) => boolean;
  isApproved: (id: string, begunAt: number) => boolean;
  capture: (id: string) => void;
  /** The amount that is asked for, in cents. */
  centsOf: (id: string) => number;
  captures: (id: string) => SimulatedCapture[];
  refundsOf: (captureId: string) => SimulatedRefund[];
  refund: (captureId: string, cents: number | undefined) => void;
  nextRefund: (status: "pending" | "failed") => void;
  reverse: (captureId: string) => void;
  dispute: (captureId: string, outcome: "lost" | "won" | undefined) => void;
  /** The review of an order's money ends. */
  endReview: (id: string, isTaken: boolean) => void;
  settleRefund: (refundId: string, isMade: boolean) => void;
  heldFor: (orderId: string) => { capturedCents: number; refundedCents: number };
  /** The events so far, oldest first, each with the capture or the order that it is about. */
  events: () => readonly { id: string; body: string; about: string }[];
  sign: (body: string, isGenuine: boolean) => EventSignature;
  /** Orders that are approved before there is one of the shop; `undefined` where there are none. */
  checkout: { keyOf: (id: string) => string; nameOf: (id: string) => string | undefined } | undefined;
};
