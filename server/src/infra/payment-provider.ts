import type { OnlineProvider } from "@shop/shared/order/online-providers";
import type { CarrierId } from "@shop/shared/order/parcel";
import type { PaymentConfig } from "@shop/shared/order/payment";

// The contract of a payment provider: what each one must answer, in words of its own for none of them. What an
// answer means for an order is decided by domain/payment/verify.ts and its transition table.

/** The payment providers of the shop. None is there while payments are off. */
export type Payments = {
  readonly config: PaymentConfig;
  readonly providers: Readonly<Partial<Record<OnlineProvider, PaymentProvider>>>;
  /** The time-out for all calls of one operation, in milliseconds. */
  readonly actMs: number;
};

/** An amount as the provider states it; `cents` is `null` if it is not a whole number of cents. */
export type ProviderMoney = { currency: string; cents: number | null };

/** `unknown`: a status that the shop does not know, which counts as no money and as no refusal. */
export type CaptureStatus = "completed" | "pending" | "declined" | "partially refunded" | "refunded" | "unknown";
export type ProviderCapture = {
  id: string;
  status: CaptureStatus;
  amount: ProviderMoney | null;
  /** What the provider finds doubtful about the payment, in words for administrators; none where it finds nothing. */
  risks: string[];
};

/** A capture that was read by its own id, with the names of the shop's order and the id of its provider order. */
export type ReadCapture = ProviderCapture & {
  createdAt: Date | null;
  customId: string | undefined;
  invoiceId: string | undefined;
  providerOrderId: string | undefined;
};

/** A refund, pending ones included. `customId` is the id of the shop's own refund, if the shop requested it. */
export type ProviderRefund = {
  id: string;
  status: "completed" | "pending" | "failed" | "unknown";
  amount: ProviderMoney | null;
  customId: string | undefined;
  captureId: string | undefined;
  /** Whether somebody else than the shop took the money back. */
  isReversal: boolean;
};

/** Money that came or went, as the provider lists that of the account. Amounts have no sign. */
export type ListedMoney = {
  /** A reversal was taken back by somebody else than the shop. */
  kind: "capture" | "refund" | "reversal";
  id: string;
  at: Date;
  amount: ProviderMoney | null;
  isPending: boolean;
  /** The names that whoever made it gave it; the shop's own are ids of orders or refunds. */
  names: string[];
  /** The provider order, as far as the list names it. */
  providerOrderId: string | undefined;
  /** The capture of which a refund gives back. */
  captureId: string | undefined;
};

/** A part of the list; `next` asks for the one after it. */
export type MoneyPage = {
  money: ListedMoney[];
  next: string | undefined;
  /** Until when the list is complete, where the provider says so. */
  completeUntil: Date | undefined;
};

/** What is paid in a provider order. The shop's orders have one. */
export type ProviderUnit = {
  customId: string | undefined;
  invoiceId: string | undefined;
  merchantId: string | undefined;
  amount: ProviderMoney | null;
  captures: ProviderCapture[];
  refunds: ProviderRefund[];
};

/** The provider's own record of what a customer is to pay. */
export type ProviderOrder = {
  id: string;
  /** `open` until the customer has approved it, `completed` once all of it is captured. */
  status: "open" | "approved" | "completed" | "unknown";
  createdAt: Date | null;
  units: ProviderUnit[];
  /** What the customer's browser approves it with, where the provider needs more than its id. */
  clientSecret?: string | undefined;
};

/** Why the provider refuses, with its own code for it, which administrators see. */
export type Refusal<Reason> = { reason: Reason; code: string };

export type PaymentRefusal = Refusal<
  /** The customer can try again with the same provider order. */
  | "instrument declined"
  | "not approved"
  /** The provider says that the order was paid through another provider order. */
  | "paid before"
  /** The provider says that this provider order was captured before. */
  | "already captured"
  /** The shop's own account cannot be paid. */
  | "account"
  | "other"
>;

export const refundRefusals = [
  "refunded before",
  "more than is left",
  "not enough money",
  "too old",
  "only in full",
  "only in part",
  "under review",
  "disputed",
  "charged back",
  "too many",
  "other",
] as const;
export type RefundRefusal = Refusal<(typeof refundRefusals)[number]>;

/**
 * The outcome of a request that moves money: answered; refused by the provider; `untried` if the provider
 * did not process it; `unknown` if the outcome is unclear.
 */
export type RequestResult<Document, Reason> =
  | { is: "answered"; document: Document }
  | { is: "refused"; refusal: Reason }
  | { is: "untried"; refusal: Reason | undefined }
  | { is: "unknown" };

export type NewProviderOrder = {
  orderId: string;
  amountCents: number;
  currency: string;
  requestId: string;
  /** The merchant name that the customer sees. */
  shopName: string;
};

/** A refund to be made. Its id is the request id and is returned as the custom id. */
export type NewProviderRefund = { id: string; captureId: string; amountCents: number; currency: string; note: string };

/** A parcel of a captured order. */
export type ProviderParcel = { providerOrderId: string; captureId: string; trackingNumber: string };

/** The outcome of telling the provider of a parcel: done, or refused for good with the provider's code. */
export type TrackResult = { is: "done" } | { is: "refused"; code: string };

/** What an event of the provider names. Nothing else in it is believed: payments are read. */
export type ProviderEvent = {
  /** The id of what it is about. */
  reference: string | undefined;
  /** Ids that may be those of captures or of provider orders that the shop knows. */
  captures: string[];
  providerOrders: string[];
  /** Names that can be ids of the shop's own orders. */
  ownOrders: string[];
  /** The capture and the provider order that the event is about, as far as it says so. */
  subject: { captureId: string | undefined; providerOrderId: string | undefined };
  dispute: { reference: string; amount: ProviderMoney | undefined; reason: string | undefined } | undefined;
};

/** How an event says who sent it, and when. */
export type EventSignature = { sentAt: string; headers: Readonly<Record<string, string>> };

/** The events that the provider sends by itself. */
export type ProviderEvents = {
  /** Reads the parsed body of an event; `undefined` if it is about no payment. */
  read: (body: unknown) => ProviderEvent | undefined;
  /** Whether the provider sent an event; takes the raw bytes of its body. */
  verify: (signature: EventSignature, body: string, until: number) => Promise<boolean>;
};

/** What a provider is told of parcels. */
export type ProviderParcels = {
  /** Tells the provider of a parcel, or of its new carrier. A repeat changes nothing. */
  trackParcel: (
    parcel: ProviderParcel & { carrier: CarrierId; requestId: string },
    until: number,
  ) => Promise<TrackResult>;
  /** Whether the provider has been told of a parcel. */
  isTracked: (parcel: ProviderParcel, until: number) => Promise<boolean>;
  /** Cancels what the provider was told of a parcel; done if it was told nothing. */
  cancelTracker: (parcel: ProviderParcel, until: number) => Promise<TrackResult>;
};

/** Who has approved an order, and where the goods go. Texts as the provider has them, empty for those that it lacks. */
export type ProviderPayer = {
  name: string;
  email: string;
  /** `countryCode` is that of ISO 3166. */
  address: {
    name: string;
    lines: string;
    city: string;
    region: string;
    postalCode: string;
    countryCode: string;
  } | null;
};

export type NewExpressOrder = {
  /** What stands where the id of the shop's order will. */
  customId: string;
  /** An estimate, until it is known where the goods go. */
  amountCents: number;
  currency: string;
  requestId: string;
  shopName: string;
  /** Where the customer comes back to. */
  approvedUrl: string;
  cancelledUrl: string;
};

/** Orders that customers approve before the shop knows who they are, and where the goods go. */
export type ProviderExpress = {
  /** Creates one, with the page on which its customer approves it. Idempotent by its request id. */
  createOrder: (
    order: NewExpressOrder,
    until: number,
  ) => Promise<{ is: "created"; approvalUrl: string } | { is: "refused"; refusal: PaymentRefusal }>;
  /** Reads who has approved an order, and the name that it was created with; `null` before that, and for an unknown order. */
  readPayer: (id: string, until: number) => Promise<{ customId: string | undefined; payer: ProviderPayer } | null>;
  /** Gives an approved order the name and the total of the shop's. A repeat changes nothing. `false` if the provider refuses. */
  nameOrder: (
    id: string,
    named: Pick<NewProviderOrder, "orderId" | "amountCents" | "currency">,
    until: number,
  ) => Promise<boolean>;
};

/** A completed call to a provider, for log and metrics. */
export type ProviderCall = {
  provider: OnlineProvider;
  call:
    | "token"
    | "create order"
    | "change order"
    | "read order"
    | "capture order"
    | "close order"
    | "track parcel"
    | "cancel tracker"
    | "read capture"
    | "count declines"
    | "refund capture"
    | "list money"
    | "verify webhook";
  /** Absent if there was no readable response. */
  status?: number;
  /** In milliseconds. */
  ms: number;
  /** The provider's own id of the call, which its support asks for. */
  debugId?: string;
};

/**
 * A payment provider. Each call ends before `until`, a time of `performance.now()`. Throws a ProviderError if there
 * is no usable answer.
 */
export type PaymentProvider = {
  /** The account that is to be paid, if it is known. */
  readonly payee: string | undefined;
  /** Whether a read shows all that has happened before it. Otherwise it may be older, and only money in it is believed. */
  readonly isReadCurrent: boolean;
  /** Creates an order for the customer to approve. Idempotent by its request id. */
  createOrder: (
    order: NewProviderOrder,
    until: number,
  ) => Promise<
    { is: "created"; id: string; clientSecret?: string | undefined } | { is: "refused"; refusal: PaymentRefusal }
  >;
  /** Reads an order; `null` if the provider does not know it. */
  readOrder: (id: string, until: number) => Promise<ProviderOrder | null>;
  /** Reads a capture; `null` if the provider does not know it. */
  readCapture: (id: string, until: number) => Promise<ReadCapture | null>;
  /** Captures an approved order. Idempotent by its request id. */
  captureOrder: (id: string, requestId: string, until: number) => Promise<RequestResult<ProviderOrder, PaymentRefusal>>;
  /**
   * Closes an order that nobody is to approve any more; `false` if its money is under way. `undefined` where orders end by
   * themselves.
   */
  closeOrder: ((id: string, until: number) => Promise<boolean>) | undefined;
  /** Refunds a capture in full or in part. Idempotent by the refund's id. */
  refundCapture: (refund: NewProviderRefund, until: number) => Promise<RequestResult<ProviderRefund, RefundRefusal>>;
  /** Lists the money of the account between two times, whoever made it; `page` is `undefined` for the first part. */
  listMoney: (range: { since: Date; before: Date }, page: string | undefined, until: number) => Promise<MoneyPage>;
  /** Counts the declined tries to pay an order; `undefined` where the shop is told of each by a refused capture. */
  countDeclines: ((id: string, until: number) => Promise<number>) | undefined;
  /** `undefined` where customers cannot approve an order before the shop has one. */
  express: ProviderExpress | undefined;
  /** `undefined` if the provider wants to know nothing of parcels. */
  parcels: ProviderParcels | undefined;
  /** Why the shop's own account does not work, in words for its owner; `null` if it does. Moves no money. */
  findAccessProblem: (until: number) => Promise<string | null>;
  /** `undefined` if the shop asked for no events. */
  events: ProviderEvents | undefined;
};

/** The provider gave no usable answer: it is unreachable, slow, faulty, or denies access. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
}
