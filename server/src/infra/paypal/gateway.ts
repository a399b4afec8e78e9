import { payPalCarrier } from "@shop/shared/order/carriers";
import type { CarrierId } from "@shop/shared/order/parcel";
import type { PaymentConfig } from "@shop/shared/order/payment";
import { decimalsOf } from "@shop/shared/terms-of-sale/currencies";
import { z } from "zod";
import { memoByValue } from "../memo-by-value.ts";
import {
  issueOf,
  orderSchema,
  type ProviderOrder,
  type ProviderRefund,
  type ReadCapture,
  readCaptureSchema,
  refundSchema,
} from "./documents.ts";
import { type Answer, type AskProvider, type OnCall, openHttp } from "./http.ts";
import { defaultTimeouts, type LiveSettings, type PaymentSettings, ProviderError } from "./settings.ts";

/** The payment provider. `provider` is absent while payments are off. */
export type Payments = {
  readonly config: PaymentConfig;
  readonly merchantId: string | undefined;
  readonly provider: PayPal | undefined;
  /** The time-out for all calls of one operation, in milliseconds. */
  readonly actMs: number;
};

/**
 * The outcome of a request that moves money: answered; refused with the provider's issue; `untried`
 * if the provider did not process it; `unknown` if the outcome is unclear.
 */
export type RequestResult<Document> =
  | { is: "answered"; document: Document }
  | { is: "refused"; issue: string }
  | { is: "untried"; issue: string | undefined }
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

/** The outcome of telling the provider of a parcel: done, or refused for good with its issue. */
export type TrackResult = { is: "done" } | { is: "refused"; issue: string };

/** The signature headers of a webhook request, to be verified by the provider. */
export type WebhookHeaders = {
  algorithm: string;
  certUrl: string;
  transmissionId: string;
  signature: string;
  time: string;
};

/**
 * The part of PayPal's Orders v2, Payments v2 and Webhooks APIs that the shop uses. Each call ends
 * before `until`, a time of `performance.now()`. Throws a ProviderError if there is no usable
 * answer.
 */
export type PayPal = {
  /** Creates an order for the customer to approve. Idempotent by its request id. */
  createOrder: (
    order: NewProviderOrder,
    until: number,
  ) => Promise<{ is: "created"; id: string } | { is: "refused"; issue: string }>;
  /** Reads an order; `null` if the provider does not know it. */
  readOrder: (id: string, until: number) => Promise<ProviderOrder | null>;
  /** Reads a capture; `null` if the provider does not know it. */
  readCapture: (id: string, until: number) => Promise<ReadCapture | null>;
  /** Captures an approved order. Idempotent by its request id. */
  captureOrder: (id: string, requestId: string, until: number) => Promise<RequestResult<ProviderOrder>>;
  /** Refunds a capture in full or in part. Idempotent by the refund's id. */
  refundCapture: (refund: NewProviderRefund, until: number) => Promise<RequestResult<ProviderRefund>>;
  /** Tells the provider of a parcel, or of its new carrier. A repeat changes nothing. */
  trackParcel: (
    parcel: ProviderParcel & { carrier: CarrierId; requestId: string },
    until: number,
  ) => Promise<TrackResult>;
  /** Cancels what the provider was told of a parcel; done if it was told nothing. */
  cancelTracker: (parcel: ProviderParcel, until: number) => Promise<TrackResult>;
  /**
   * Whether the provider sent a webhook; takes the raw bytes of its body. `undefined` if no webhook
   * is configured.
   */
  verifyWebhook: ((headers: WebhookHeaders, event: string, until: number) => Promise<boolean>) | undefined;
};

const verificationSchema = z.object({ verification_status: z.string() });

/** Creates the client of the configured provider. Makes no call yet. `onCall` is called after each call. */
export function openPayments(settings: PaymentSettings, onCall: OnCall = () => undefined): Payments {
  if (settings.mode === "off") {
    const config: PaymentConfig = { clientId: "", mode: "off", scriptBase: null };
    return { config, merchantId: undefined, provider: undefined, actMs: defaultTimeouts.actMs };
  }
  const { mode, clientId, scriptBase, merchantId, timeouts = defaultTimeouts } = settings;
  return {
    config: { clientId, mode, scriptBase },
    merchantId,
    provider: openPayPal({ ...settings, timeouts }, onCall),
    actMs: timeouts.actMs,
  };
}

/** The same by settings that can change while the process runs. Calls in progress end by the former ones. */
export function followPayments(settings: () => PaymentSettings, onCall: OnCall): Payments {
  const current = memoByValue(settings, (value) => openPayments(value, onCall));
  return {
    get config() {
      return current().config;
    },
    get merchantId() {
      return current().merchantId;
    },
    get provider() {
      return current().provider;
    },
    get actMs() {
      return current().actMs;
    },
  };
}

function openPayPal(settings: LiveSettings, onCall: OnCall): PayPal {
  const ask = openHttp(settings, onCall);
  return {
    ...orderCalls(ask, settings),
    ...captureCalls(ask),
    ...trackerCalls(ask),
    verifyWebhook:
      settings.webhookId === undefined
        ? undefined
        : (headers, event, until) => verifyWebhook(ask, { webhookId: settings.webhookId, headers, event }, until),
  };
}

function orderCalls(
  ask: AskProvider,
  { merchantId }: LiveSettings,
): Pick<PayPal, "createOrder" | "readOrder" | "captureOrder"> {
  return {
    createOrder: async ({ orderId, amountCents, currency, requestId, shopName }, until) => {
      const answer = await ask(
        {
          call: "create order",
          method: "POST",
          path: "/v2/checkout/orders",
          requestId,
          json: JSON.stringify({
            intent: "CAPTURE",
            purchase_units: [
              {
                custom_id: orderId,
                // The provider refuses a second capture with the same invoice id.
                invoice_id: orderId,
                amount: toMoney(amountCents, currency),
                ...(merchantId === undefined ? {} : { payee: { merchant_id: merchantId } }),
              },
            ],
            application_context: { brand_name: shopName, shipping_preference: "NO_SHIPPING", user_action: "PAY_NOW" },
          }),
        },
        until,
      );
      const { status, body } = answer;
      if (status === 422) return { is: "refused", issue: issueOf(body) ?? "UNPROCESSABLE_ENTITY" };
      const permission = status === 403 ? permissionIssue(body) : undefined;
      if (permission !== undefined) return { is: "refused", issue: permission };
      if (status !== 200 && status !== 201) throw new ProviderError(`no order created, status ${status}`);
      const { id } = toOrder(answer);
      if (!/^[A-Za-z0-9-]{1,64}$/.test(id)) throw new ProviderError("invalid order id");
      return { is: "created", id };
    },

    readOrder: async (id, until) => {
      const path = `/v2/checkout/orders/${encodeURIComponent(id)}`;
      const answer = await ask({ call: "read order", method: "GET", path }, until);
      if (answer.status === 404) return null;
      if (answer.status !== 200) throw new ProviderError(`no order read, status ${answer.status}`);
      return toOrder(answer, id);
    },

    captureOrder: (id, requestId, until) => {
      const path = `/v2/checkout/orders/${encodeURIComponent(id)}/capture`;
      return moveMoney(
        () => ask({ call: "capture order", method: "POST", path, requestId }, until),
        (body) => {
          const parsed = orderSchema.safeParse(body);
          return parsed.success && parsed.data.id === id ? parsed.data : undefined;
        },
      );
    },
  };
}

function captureCalls(ask: AskProvider): Pick<PayPal, "readCapture" | "refundCapture"> {
  return {
    readCapture: async (id, until) => {
      const path = `/v2/payments/captures/${encodeURIComponent(id)}`;
      const { status, body } = await ask({ call: "read capture", method: "GET", path }, until);
      if (status === 404) return null;
      const parsed = readCaptureSchema.safeParse(body);
      if (status !== 200 || !parsed.success || parsed.data.id !== id) {
        throw new ProviderError(`no capture read, status ${status}`);
      }
      return parsed.data;
    },

    refundCapture: ({ id, captureId, amountCents, currency, note }, until) => {
      const path = `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`;
      const json = JSON.stringify({ amount: toMoney(amountCents, currency), custom_id: id, note_to_payer: note });
      return moveMoney(
        () => ask({ call: "refund capture", method: "POST", path, json, requestId: id }, until),
        (body) => refundSchema.safeParse(body).data,
      );
    },
  };
}

/** The provider's id of a tracker. */
export function trackerId({ captureId, trackingNumber }: ProviderParcel): string {
  return `${captureId}-${trackingNumber}`;
}

function trackerCalls(ask: AskProvider): Pick<PayPal, "trackParcel" | "cancelTracker"> {
  const pathOf = ({ providerOrderId }: ProviderParcel) => `/v2/checkout/orders/${encodeURIComponent(providerOrderId)}`;
  return {
    trackParcel: async ({ carrier, requestId, ...parcel }, until) => {
      const json = JSON.stringify({
        capture_id: parcel.captureId,
        tracking_number: parcel.trackingNumber,
        ...payPalCarrier(carrier),
        // The shop writes to the customer itself.
        notify_payer: false,
      });
      const path = `${pathOf(parcel)}/track`;
      return toTrackResult(await ask({ call: "track parcel", method: "POST", path, json, requestId }, until));
    },

    cancelTracker: async (parcel, until) => {
      const json = JSON.stringify([{ op: "replace", path: "/status", value: "CANCELLED" }]);
      const path = `${pathOf(parcel)}/trackers/${encodeURIComponent(trackerId(parcel))}`;
      const answer = await ask({ call: "cancel tracker", method: "PATCH", path, json }, until);
      const isUntold = answer.status === 404 && issueOf(answer.body) === "TRACKER_ID_NOT_FOUND";
      return isUntold ? { is: "done" } : toTrackResult(answer);
    },
  };
}

/** Statuses that may pass, an order that the provider does not know yet among them, throw a ProviderError. */
function toTrackResult({ status, body }: Answer): TrackResult {
  if (status >= 200 && status < 300) return { is: "done" };
  if (status === 400 || status === 422) return { is: "refused", issue: issueOf(body) ?? `STATUS_${status}` };
  const permission = status === 403 ? permissionIssue(body) : undefined;
  if (permission !== undefined) return { is: "refused", issue: permission };
  throw new ProviderError(`parcel not taken, status ${status}`);
}

/** The issue of a 403 that denies the shop a permission; any other 403 may be temporary. */
function permissionIssue(body: unknown): string | undefined {
  const issue = issueOf(body);
  return issue !== undefined && /^(PERMISSION_DENIED|NOT_AUTHORIZED|PAYEE_)/.test(issue) ? issue : undefined;
}

/**
 * Classifies the outcome of a request that moves money. After it was sent, only a clear answer
 * proves that it had no effect.
 */
async function moveMoney<Document>(
  request: () => Promise<Answer>,
  read: (body: unknown) => Document | undefined,
): Promise<RequestResult<Document>> {
  const answer = await request().catch((error: unknown) => {
    if (error instanceof ProviderError) return null;
    throw error;
  });
  if (answer === null) return { is: "unknown" };
  const { status, body } = answer;
  if (status === 200 || status === 201) {
    const document = read(body);
    return document === undefined ? { is: "unknown" } : { is: "answered", document };
  }
  if (status === 400) return { is: "untried", issue: issueOf(body) ?? "INVALID_REQUEST" };
  if ([401, 403, 429].includes(status)) {
    return { is: "untried", issue: status === 403 ? permissionIssue(body) : undefined };
  }
  const issue = issueOf(body);
  // A 404 is ambiguous: part of the provider may not know the order yet.
  return status === 422 && issue !== undefined ? { is: "refused", issue } : { is: "unknown" };
}

/** The event is embedded byte for byte: reserialized, `1.0` would become `1` and the signature would not match. */
async function verifyWebhook(
  ask: AskProvider,
  { webhookId, headers, event }: { webhookId: string | undefined; headers: WebhookHeaders; event: string },
  until: number,
): Promise<boolean> {
  const head = JSON.stringify({
    auth_algo: headers.algorithm,
    cert_url: headers.certUrl,
    transmission_id: headers.transmissionId,
    transmission_sig: headers.signature,
    transmission_time: headers.time,
    webhook_id: webhookId,
  });
  const { status, body } = await ask(
    {
      call: "verify webhook",
      method: "POST",
      path: "/v1/notifications/verify-webhook-signature",
      json: `${head.slice(0, -1)},"webhook_event":${event}}`,
    },
    until,
  );
  if (status >= 500 || status === 401 || status === 403 || status === 429) {
    throw new ProviderError(`no verification, status ${status}`);
  }
  return verificationSchema.safeParse(body).data?.verification_status === "SUCCESS";
}

/** Parses an order; its id must be the requested one. */
function toOrder({ body, status }: Answer, id?: string): ProviderOrder {
  const parsed = orderSchema.safeParse(body);
  if (!parsed.success) throw new ProviderError(`invalid order, status ${status}`);
  if (id !== undefined && parsed.data.id !== id) throw new ProviderError("response for another order");
  return parsed.data;
}

function toMoney(cents: number, currency: string) {
  const decimals = decimalsOf(currency);
  return { currency_code: currency, value: (cents / 10 ** decimals).toFixed(decimals) };
}
