import type Stripe from "stripe";
import { type ProviderCall, ProviderError } from "../payment-provider.ts";
import type { ProviderTimeouts } from "../provider-timeouts.ts";
import { inSpan, type SpanFacts } from "../tracing.ts";
import type { StripeSettings } from "./settings.ts";

export type OnCall = (call: ProviderCall) => void;
/** What Stripe answered: a document, or the error of a request that it refused. */
export type Answer = { status: number; body: unknown; error: Stripe.errors.StripeError | undefined };

type Request = (client: Stripe, options: Stripe.RequestOptions) => Promise<Stripe.Response<unknown>>;
/** Makes a request that ends before `until`, a time of `performance.now()`. Throws a ProviderError without a usable answer. */
export type AskStripe = (call: ProviderCall["call"], request: Request, until: number) => Promise<Answer>;

/** Creates a client by Stripe's own library, which is loaded with the first call. */
export function openAsk(settings: StripeSettings & { timeouts: ProviderTimeouts }, onCall: OnCall): AskStripe {
  let opened: ReturnType<typeof openClient> | undefined;
  const ask = async (
    call: ProviderCall["call"],
    request: Request,
    { until, add }: { until: number; add: (facts: SpanFacts) => void },
  ): Promise<Answer> => {
    opened ??= openClient(settings);
    const { client, isRefusal } = await opened;
    const timeout = Math.ceil(Math.min(settings.timeouts.callMs, until - performance.now()));
    if (timeout <= 0) throw new ProviderError("time-out before the request");
    const since = performance.now();
    const how: { status?: number; debugId?: string } = {};
    try {
      const body = await request(client, { timeout });
      how.status = body.lastResponse.statusCode;
      how.debugId = body.lastResponse.requestId;
      return { status: how.status, body, error: undefined };
    } catch (error) {
      if (!isRefusal(error) || error.statusCode === undefined) throw new ProviderError("no usable answer");
      how.status = error.statusCode;
      if (error.requestId !== undefined) how.debugId = error.requestId;
      if (error.statusCode >= 500) throw new ProviderError(`status ${error.statusCode}`);
      return { status: error.statusCode, body: undefined, error };
    } finally {
      add({ "http.response.status_code": how.status });
      onCall({ provider: "stripe", call, ...how, ms: Math.round(performance.now() - since) });
    }
  };
  const facts = { "server.address": new URL(settings.apiBase).hostname };
  // Stripe documents no use of `traceparent`, and gets none.
  return (call, request, until) =>
    inSpan({ name: `stripe ${call}`, kind: "client", facts }, ({ add }) => ask(call, request, { until, add }));
}

async function openClient({ secretKey, apiBase }: StripeSettings) {
  // Its many modules are loaded by shops alone that are connected to it.
  const { default: Stripe } = await import("stripe");
  const { protocol, hostname, port } = new URL(apiBase);
  const client = new Stripe(secretKey, {
    // The shop decides what is requested again.
    maxNetworkRetries: 0,
    telemetry: false,
    // With the other client a time-out is for silence alone, and it sends a request again whose connection was closed, also
    // past the deadline.
    httpClient: Stripe.createFetchHttpClient((input, init) => fetch(input, { ...init, redirect: "manual" })),
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    ...(port === "" ? {} : { port }),
  });
  const isRefusal = (error: unknown) => error instanceof Stripe.errors.StripeError;
  return { client, isRefusal };
}
