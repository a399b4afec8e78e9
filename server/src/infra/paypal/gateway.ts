import { payPalCarrier } from "@shop/shared/order/carriers";
import { z } from "zod";
import {
  type EventSignature,
  type PaymentProvider,
  ProviderError,
  type ProviderEvents,
  type ProviderParcel,
  type ProviderParcels,
  type RequestResult,
  type TrackResult,
} from "../payment-provider.ts";
import { defaultTimeouts } from "../provider-timeouts.ts";
import { permissionIssue, refusedCreation, toMoney, toOrder } from "./answers.ts";
import { issueOf, orderSchema, type PayPalOrder, readCaptureSchema, refundSchema } from "./documents.ts";
import { readEvent } from "./events.ts";
import { expressCalls } from "./express.ts";
import { type Answer, type AskProvider, type OnCall, openHttp } from "./http.ts";
import { toPaymentRefusal, toRefundRefusal } from "./refusals.ts";
import { listMoney } from "./reports.ts";
import type { LiveSettings } from "./settings.ts";

const verificationSchema = z.object({ verification_status: z.string() });

/** Creates the client of PayPal. Makes no call yet. */
export function openPayPal(settings: LiveSettings, onCall: OnCall): PaymentProvider {
  const ask = openHttp({ ...settings, timeouts: settings.timeouts ?? defaultTimeouts }, onCall);
  return {
    payee: settings.merchantId,
    isReadCurrent: false,
    ...orderCalls(ask, settings),
    ...captureCalls(ask),
    closeOrder: undefined,
    countDeclines: undefined,
    listMoney: (range, page, until) => listMoney(ask, range, page, until),
    express: expressCalls(ask, settings),
    parcels: trackerCalls(ask),
    findAccessProblem: (until) => findAccessProblem(ask, until),
    events: openEvents(ask, settings),
  };
}

function orderCalls(
  ask: AskProvider,
  { merchantId }: LiveSettings,
): Pick<PaymentProvider, "createOrder" | "readOrder" | "captureOrder"> {
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
      const refused = refusedCreation(answer);
      if (refused !== null) return refused;
      const { id } = toOrder(answer);
      if (!/^[A-Za-z0-9-]{1,64}$/.test(id)) throw new ProviderError("invalid order id");
      return { is: "created", id };
    },

    readOrder: (id, until) => readOrder(ask, id, until),

    captureOrder: (id, requestId, until) => {
      const path = `/v2/checkout/orders/${encodeURIComponent(id)}/capture`;
      return moveMoney(
        () => ask({ call: "capture order", method: "POST", path, requestId }, until),
        (body) => {
          const parsed = orderSchema.safeParse(body);
          return parsed.success && parsed.data.id === id ? parsed.data : undefined;
        },
        toPaymentRefusal,
      );
    },
  };
}

async function readOrder(ask: AskProvider, id: string, until: number): Promise<PayPalOrder | null> {
  const path = `/v2/checkout/orders/${encodeURIComponent(id)}`;
  const answer = await ask({ call: "read order", method: "GET", path }, until);
  if (answer.status === 404) return null;
  if (answer.status !== 200) throw new ProviderError(`no order read, status ${answer.status}`);
  return toOrder(answer, id);
}

/** An order that nobody has. */
const unknownOrder = "0SETTINGS00000000";

/** Signs in and reads an order that does not exist. */
async function findAccessProblem(ask: AskProvider, until: number): Promise<string | null> {
  try {
    await readOrder(ask, unknownOrder, until);
    return null;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return /status 40[013]/.test(error.message)
      ? "PayPal does not know this client ID with this secret. The sandbox and live payments have one each."
      : "PayPal cannot be reached right now. Please try again in a minute.";
  }
}

function captureCalls(ask: AskProvider): Pick<PaymentProvider, "readCapture" | "refundCapture"> {
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
        toRefundRefusal,
      );
    },
  };
}

/** PayPal's id of a tracker. */
function trackerId({ captureId, trackingNumber }: ProviderParcel): string {
  return `${captureId}-${trackingNumber}`;
}

function trackerCalls(ask: AskProvider): ProviderParcels {
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

    isTracked: async (parcel, until) => {
      const order = await readOrder(ask, parcel.providerOrderId, until);
      const trackers = order?.units.flatMap((unit) => unit.trackers) ?? [];
      return trackers.some(({ id, status }) => id === trackerId(parcel) && status !== "CANCELLED");
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
  if (status === 400 || status === 422) return { is: "refused", code: issueOf(body) ?? `STATUS_${status}` };
  const permission = status === 403 ? permissionIssue(body) : undefined;
  if (permission !== undefined) return { is: "refused", code: permission };
  throw new ProviderError(`parcel not taken, status ${status}`);
}

/**
 * Classifies the outcome of a request that moves money. After it was sent, only a clear answer
 * proves that it had no effect.
 */
async function moveMoney<Document, Reason>(
  request: () => Promise<Answer>,
  read: (body: unknown) => Document | undefined,
  toRefusal: (issue: string) => Reason,
): Promise<RequestResult<Document, Reason>> {
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
  if (status === 400) return { is: "untried", refusal: toRefusal(issueOf(body) ?? "INVALID_REQUEST") };
  if ([401, 403, 429].includes(status)) {
    const permission = status === 403 ? permissionIssue(body) : undefined;
    return { is: "untried", refusal: permission === undefined ? undefined : toRefusal(permission) };
  }
  const issue = issueOf(body);
  // A 404 is ambiguous: part of the provider may not know the order yet.
  return status === 422 && issue !== undefined ? { is: "refused", refusal: toRefusal(issue) } : { is: "unknown" };
}

function openEvents(ask: AskProvider, { webhookId }: LiveSettings): ProviderEvents | undefined {
  if (webhookId === undefined) return undefined;
  return {
    read: readEvent,
    verify: (signature, body, until) => verifyEvent(ask, { webhookId, signature, body }, until),
  };
}

/** The event is embedded byte for byte: reserialized, `1.0` would become `1` and the signature would not match. */
async function verifyEvent(
  ask: AskProvider,
  { webhookId, signature, body: event }: { webhookId: string; signature: EventSignature; body: string },
  until: number,
): Promise<boolean> {
  const { headers } = signature;
  const head = JSON.stringify({
    auth_algo: headers["paypal-auth-algo"],
    cert_url: headers["paypal-cert-url"],
    transmission_id: headers["paypal-transmission-id"],
    transmission_sig: headers["paypal-transmission-sig"],
    transmission_time: headers["paypal-transmission-time"],
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
