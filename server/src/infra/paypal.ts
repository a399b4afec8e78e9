import type { PaymentConfig } from "@shop/shared/payment";
import { z } from "zod";

/** Where PayPal is, and its stand-in's name for the shop. */
export const providers = {
  live: { apiBase: "https://api-m.paypal.com", scriptBase: "https://www.paypal.com" },
  sandbox: { apiBase: "https://api-m.sandbox.paypal.com", scriptBase: "https://www.paypal.com" },
  simulator: { clientId: "simulator", clientSecret: "simulator", merchantId: "SIMULATEDSHOP" },
};

/** Settings of the payment provider. */
export type PaymentSettings =
  | { mode: "off" }
  | {
      mode: Exclude<PaymentConfig["mode"], "off">;
      clientId: string;
      clientSecret: string;
      /** The account that is paid; absent only where no real money moves. */
      merchantId: string | undefined;
      apiBase: string;
      scriptBase: string;
      webhookId: string | undefined;
      /** What the buyer sees as the one who is paid. */
      shopName: string;
    };

/** What the shop knows of its payment provider. `provider` is absent while payments are off. */
export type Payments = {
  config: PaymentConfig;
  merchantId: string | undefined;
  provider: PayPal | undefined;
};

/** An amount as the provider names it; `cents` is `null` for what is no whole number of cents. */
export type ProviderMoney = { currency: string; cents: number | null };

export type ProviderCapture = { id: string; status: string; amount: ProviderMoney | null };

/** One payee's share of a provider's order. */
export type ProviderUnit = {
  customId: string | undefined;
  invoiceId: string | undefined;
  merchantId: string | undefined;
  amount: ProviderMoney | null;
  captures: ProviderCapture[];
};

/** A provider's order, as far as the shop looks at it. */
export type ProviderOrder = { id: string; status: string; createdAt: Date | null; units: ProviderUnit[] };

/** What came of telling the provider to take the money. */
export type CaptureAnswer =
  | { is: "answered"; order: ProviderOrder }
  /** The provider says why it took nothing. */
  | { is: "refused"; issue: string }
  /** The provider did not even try, because it is busy or does not let the shop in. */
  | { is: "untried" }
  /** Nobody can tell yet whether money was taken. */
  | { is: "unknown" };

export type NewProviderOrder = { orderId: string; amountCents: number; currency: string; requestId: string };

/** What a notice of the provider says about itself, to be verified by the provider. */
export type NoticeHeaders = {
  algorithm: string;
  certUrl: string;
  transmissionId: string;
  signature: string;
  time: string;
};

/** The provider gave no usable answer: it is unreachable, slow, broken, or does not let the shop in. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
}

/**
 * The part of PayPal Orders v2 that the shop uses. Each call ends within a few
 * seconds, and before `until`, a time of `performance.now()`. Throws a
 * ProviderError where there is no usable answer.
 */
export type PayPal = {
  /** Makes an order to be approved by the buyer. The same request id gives the same order. */
  create: (order: NewProviderOrder, until: number) => Promise<ProviderOrder>;
  /** An order; `null` when the provider does not know it. */
  read: (id: string, until: number) => Promise<ProviderOrder | null>;
  /** Takes the money of an approved order. The same request id takes it once. */
  capture: (id: string, requestId: string, until: number) => Promise<CaptureAnswer>;
  /** Whether the provider itself sent a notice; `undefined` where no notices are set up. */
  verifyNotice: ((headers: NoticeHeaders, notice: unknown, until: number) => Promise<boolean>) | undefined;
};

/** How one call to the provider went. */
export type ProviderCall = {
  call: "token" | "create" | "read" | "capture" | "verify notice";
  /** Absent where no answer came, or none that could be read. */
  status?: number;
  /** How long it took, in milliseconds. */
  ms: number;
  /** The provider's own name for the call, for questions to its support. */
  debugId?: string;
};

/** How long one call may take, in milliseconds, and how much of an answer is read, in bytes. */
const callMs = 5_000;
const answerBytes = 262_144;
/** A token is renewed this long before it ends, in milliseconds. */
const tokenMarginMs = 60_000;

const moneySchema = z
  .object({ currency_code: z.string(), value: z.string() })
  .transform(({ currency_code, value }): ProviderMoney => ({ currency: currency_code, cents: toCents(value) }));

const orderSchema = z
  .object({
    id: z.string(),
    status: z.string(),
    create_time: z.string().optional(),
    purchase_units: z
      .array(
        z.object({
          custom_id: z.string().optional(),
          invoice_id: z.string().optional(),
          amount: moneySchema.optional(),
          payee: z.object({ merchant_id: z.string().optional() }).optional(),
          payments: z
            .object({
              captures: z
                .array(z.object({ id: z.string(), status: z.string(), amount: moneySchema.optional() }))
                .default([]),
            })
            .optional(),
        }),
      )
      .default([]),
  })
  .transform(
    ({ id, status, create_time, purchase_units }): ProviderOrder => ({
      id,
      status,
      createdAt: toDate(create_time),
      units: purchase_units.map((unit) => ({
        customId: unit.custom_id,
        invoiceId: unit.invoice_id,
        merchantId: unit.payee?.merchant_id,
        amount: unit.amount ?? null,
        captures: (unit.payments?.captures ?? []).map((capture) => ({ ...capture, amount: capture.amount ?? null })),
      })),
    }),
  );

const tokenSchema = z.object({ access_token: z.string().min(1).max(8_192), expires_in: z.number().default(0) });
const refusalSchema = z.object({ details: z.array(z.object({ issue: z.string() })).min(1) });
const verificationSchema = z.object({ verification_status: z.string() });

/** "10.5" and "10.50" are the same; `null` for anything finer than a cent or not an amount at all. */
export function toCents(value: string): number | null {
  const [, whole, cents = ""] = /^(\d{1,12})(?:\.(\d{1,2})0{0,6})?$/.exec(value) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(cents.padEnd(2, "0"));
}

function toDate(time: string | undefined): Date | null {
  const at = Date.parse(time ?? "");
  return Number.isNaN(at) ? null : new Date(at);
}

/** Opens the payment provider, or remembers that there is none. Calls nobody yet; `onCall` is told of each call. */
export function openPayments(settings: PaymentSettings, onCall: OnCall = () => undefined): Payments {
  if (settings.mode === "off") {
    return { config: { clientId: "", mode: "off", scriptBase: null }, merchantId: undefined, provider: undefined };
  }
  const { mode, clientId, scriptBase, merchantId } = settings;
  return { config: { clientId, mode, scriptBase }, merchantId, provider: openPayPal(settings, onCall) };
}

type Answer = { status: number; body: unknown };
type OnCall = (call: ProviderCall) => void;
type Request = { call: ProviderCall["call"]; method: "GET" | "POST"; path: string; body?: unknown; requestId?: string };

function openPayPal(settings: Exclude<PaymentSettings, { mode: "off" }>, onCall: OnCall): PayPal {
  const { clientId, clientSecret, merchantId, apiBase, webhookId, shopName } = settings;
  let token: Promise<{ value: string; endsAt: number }> | undefined;

  const askForToken = async (until: number) => {
    const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString("base64");
    const { status, body } = await send(
      `${apiBase}/v1/oauth2/token`,
      {
        method: "POST",
        headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
        body: "grant_type=client_credentials",
      },
      until,
      (how) => onCall({ call: "token", ...how }),
    );
    const parsed = tokenSchema.safeParse(body);
    if (status !== 200 || !parsed.success) throw new ProviderError(`no access token, status ${status}`);
    const endsAt = performance.now() + parsed.data.expires_in * 1_000 - tokenMarginMs;
    return { value: parsed.data.access_token, endsAt };
  };

  /** One token for all calls of its time; whoever needs a new one first asks, the others wait for the same answer. */
  const currentToken = async (until: number, refused?: string): Promise<string> => {
    const known = token;
    const held = await known?.catch(() => undefined);
    if (held !== undefined && held.value !== refused && held.endsAt > performance.now()) return held.value;
    if (token === known) token = askForToken(until);
    return (await (token ?? askForToken(until))).value;
  };

  const ask = async ({ call, method, path, body, requestId }: Request, until: number): Promise<Answer> => {
    const attempt = async (bearer: string) =>
      send(
        apiBase + path,
        {
          method,
          headers: {
            authorization: `Bearer ${bearer}`,
            accept: "application/json",
            // Without this the answers leave out what has to be compared.
            prefer: "return=representation",
            ...(method === "POST" ? { "content-type": "application/json" } : {}),
            ...(requestId === undefined ? {} : { "paypal-request-id": requestId }),
          },
          ...(method === "POST" ? { body: JSON.stringify(body ?? {}) } : {}),
        },
        until,
        (how) => onCall({ call, ...how }),
      );
    const bearer = await currentToken(until);
    const answer = await attempt(bearer);
    return answer.status === 401 ? attempt(await currentToken(until, bearer)) : answer;
  };

  /** Reads an order out of an answer; it must be the one that was asked for. */
  const toOrder = ({ body, status }: Answer, id?: string): ProviderOrder => {
    const parsed = orderSchema.safeParse(body);
    if (!parsed.success) throw new ProviderError(`an order that cannot be read, status ${status}`);
    if (id !== undefined && parsed.data.id !== id) throw new ProviderError("an order that was not asked for");
    return parsed.data;
  };

  return {
    create: async ({ orderId, amountCents, currency, requestId }, until) => {
      const answer = await ask(
        {
          call: "create",
          method: "POST",
          path: "/v2/checkout/orders",
          requestId,
          body: {
            intent: "CAPTURE",
            purchase_units: [
              {
                custom_id: orderId,
                // The provider itself refuses to take money for one invoice twice.
                invoice_id: orderId,
                amount: { currency_code: currency, value: (amountCents / 100).toFixed(2) },
                ...(merchantId === undefined ? {} : { payee: { merchant_id: merchantId } }),
              },
            ],
            application_context: { brand_name: shopName, shipping_preference: "NO_SHIPPING", user_action: "PAY_NOW" },
          },
        },
        until,
      );
      if (answer.status !== 200 && answer.status !== 201) {
        throw new ProviderError(`no order made, status ${answer.status} ${issueOf(answer.body) ?? ""}`.trim());
      }
      const order = toOrder(answer);
      if (!/^[A-Za-z0-9-]{1,64}$/.test(order.id)) throw new ProviderError("an order with a name that cannot be used");
      return order;
    },

    read: async (id, until) => {
      const answer = await ask(
        { call: "read", method: "GET", path: `/v2/checkout/orders/${encodeURIComponent(id)}` },
        until,
      );
      if (answer.status === 404) return null;
      if (answer.status !== 200) throw new ProviderError(`no order read, status ${answer.status}`);
      return toOrder(answer, id);
    },

    capture: async (id, requestId, until) => {
      const path = `/v2/checkout/orders/${encodeURIComponent(id)}/capture`;
      // Once the call is out, nothing but a clear answer says that it had no effect.
      const answer = await ask({ call: "capture", method: "POST", path, requestId }, until).catch((error: unknown) => {
        if (error instanceof ProviderError) return null;
        throw error;
      });
      if (answer === null) return { is: "unknown" };
      const { status, body } = answer;
      if (status === 200 || status === 201) {
        const parsed = orderSchema.safeParse(body);
        return parsed.success && parsed.data.id === id ? { is: "answered", order: parsed.data } : { is: "unknown" };
      }
      if ([400, 401, 403, 404, 429].includes(status)) return { is: "untried" };
      const issue = status === 422 ? issueOf(body) : undefined;
      return issue === undefined ? { is: "unknown" } : { is: "refused", issue };
    },

    verifyNotice:
      webhookId === undefined
        ? undefined
        : async (headers, notice, until) => {
            const { status, body } = await ask(
              {
                call: "verify notice",
                method: "POST",
                path: "/v1/notifications/verify-webhook-signature",
                body: {
                  auth_algo: headers.algorithm,
                  cert_url: headers.certUrl,
                  transmission_id: headers.transmissionId,
                  transmission_sig: headers.signature,
                  transmission_time: headers.time,
                  webhook_id: webhookId,
                  webhook_event: notice,
                },
              },
              until,
            );
            if (status >= 500 || status === 401 || status === 403 || status === 429) {
              throw new ProviderError(`no verification, status ${status}`);
            }
            return verificationSchema.safeParse(body).data?.verification_status === "SUCCESS";
          },
  };
}

function issueOf(body: unknown): string | undefined {
  return refusalSchema.safeParse(body).data?.details[0]?.issue;
}

/**
 * Sends one request; reads an answer of bounded size within bounded time.
 * Follows no redirect: it would carry our token to wherever it points. The
 * errors say what went wrong and nothing of what was sent.
 */
async function send(
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
  until: number,
  onAnswer: (how: Omit<ProviderCall, "call">) => void,
) {
  const patience = Math.min(callMs, until - performance.now());
  if (patience <= 0) throw new ProviderError("no time left to ask");
  const signal = AbortSignal.timeout(Math.ceil(patience));
  const since = performance.now();
  const how: { status?: number; debugId?: string } = {};
  try {
    const response = await fetch(url, { ...init, redirect: "manual", signal });
    how.status = response.status;
    const debugId = response.headers.get("paypal-debug-id");
    if (debugId !== null && /^[\w-]{1,64}$/.test(debugId)) how.debugId = debugId;
    const text = await readCapped(response);
    if (response.status >= 500) throw new ProviderError(`status ${response.status}`);
    if (response.status >= 300 && response.status < 400) throw new ProviderError("a redirect");
    return { status: response.status, body: toJson(text, response.status) };
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError(signal.aborted ? "no answer in time" : "no connection");
  } finally {
    onAnswer({ ...how, ms: Math.round(performance.now() - since) });
  }
}

async function readCapped(response: Response): Promise<string> {
  if (response.body === null) return "";
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > answerBytes) {
      await reader.cancel();
      throw new ProviderError("an answer that is too big");
    }
    parts.push(part.value);
  }
  return Buffer.concat(parts).toString("utf8");
}

function toJson(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (status >= 400) return undefined;
    throw new ProviderError("an answer that is not JSON");
  }
}
