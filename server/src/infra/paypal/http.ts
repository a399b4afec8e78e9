import { z } from "zod";
import { type ProviderCall, ProviderError } from "../payment-provider.ts";
import type { ProviderTimeouts } from "../provider-timeouts.ts";
import { inSpan } from "../tracing.ts";
import type { LiveSettings } from "./settings.ts";

export type OnCall = (call: ProviderCall) => void;
export type Answer = { status: number; body: unknown };
export type ProviderRequest = {
  call: ProviderCall["call"];
  method: "GET" | "POST" | "PATCH";
  path: string;
  /** JSON text. */
  json?: string;
  requestId?: string;
};
/** Makes an authorized request that ends before `until`, a time of `performance.now()`. Throws a ProviderError. */
export type AskProvider = (request: ProviderRequest, until: number) => Promise<Answer>;

/** The limit of a response body, in bytes. */
const answerBytes = 262_144;
/** Tokens are renewed this long before they expire, in milliseconds. */
const tokenMarginMs = 60_000;

const tokenSchema = z.object({ access_token: z.string().min(1).max(8_192), expires_in: z.number().default(0) });

/** Creates a client of the provider's REST API. Makes no call yet. */
export function openHttp(
  { clientId, clientSecret, apiBase, timeouts }: LiveSettings & { timeouts: ProviderTimeouts },
  onCall: OnCall,
): AskProvider {
  let token: Promise<{ value: string; endsAt: number }> | undefined;

  /** PayPal documents no use of `traceparent`, and gets none. */
  const traced = (call: ProviderCall["call"], url: string, init: Parameters<typeof send>[1], until: number) =>
    inSpan({ name: `paypal ${call}`, kind: "client", facts: { "server.address": new URL(url).hostname } }, ({ add }) =>
      send(url, init, Math.min(timeouts.callMs, until - performance.now()), (how) => {
        add({ "http.response.status_code": how.status });
        onCall({ provider: "paypal", call, ...how });
      }),
    );

  const askForToken = async (until: number) => {
    const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString("base64");
    const { status, body } = await traced(
      "token",
      `${apiBase}/v1/oauth2/token`,
      {
        method: "POST",
        headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
        body: "grant_type=client_credentials",
      },
      until,
    );
    const parsed = tokenSchema.safeParse(body);
    if (status !== 200 || !parsed.success) throw new ProviderError(`no access token, status ${status}`);
    const endsAt = performance.now() + parsed.data.expires_in * 1_000 - tokenMarginMs;
    return { value: parsed.data.access_token, endsAt };
  };

  /** All calls share one token; concurrent calls wait for the same token request. */
  const currentToken = async (until: number, refused?: string): Promise<string> => {
    const known = token;
    const held = await known?.catch(() => undefined);
    if (held !== undefined && held.value !== refused && held.endsAt > performance.now()) return held.value;
    if (token === known) token = askForToken(until);
    return (await (token ?? askForToken(until))).value;
  };

  return async ({ call, method, path, json, requestId }, until) => {
    const attempt = async (bearer: string) =>
      traced(
        call,
        apiBase + path,
        {
          method,
          headers: {
            authorization: `Bearer ${bearer}`,
            accept: "application/json",
            // Without this header the response omits the fields that the shop compares.
            prefer: "return=representation",
            ...(method !== "GET" ? { "content-type": "application/json" } : {}),
            ...(requestId === undefined ? {} : { "paypal-request-id": requestId }),
          },
          ...(method !== "GET" ? { body: json ?? "{}" } : {}),
        },
        until,
      );
    const bearer = await currentToken(until);
    const answer = await attempt(bearer);
    return answer.status === 401 ? attempt(await currentToken(until, bearer)) : answer;
  };
}

/**
 * Sends one request and reads a response of bounded size within bounded time. Follows no redirects,
 * which would leak the token. Error messages contain nothing of the request.
 */
async function send(
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
  timeoutMs: number,
  onAnswer: (how: Omit<ProviderCall, "provider" | "call">) => void,
) {
  if (timeoutMs <= 0) throw new ProviderError("time-out before the request");
  const signal = AbortSignal.timeout(Math.ceil(timeoutMs));
  const since = performance.now();
  const how: { status?: number; debugId?: string } = {};
  try {
    const response = await fetch(url, { ...init, redirect: "manual", signal });
    how.status = response.status;
    const debugId = response.headers.get("paypal-debug-id");
    if (debugId !== null && /^[\w-]{1,64}$/.test(debugId)) how.debugId = debugId;
    const text = await readCapped(response);
    if (response.status >= 500) throw new ProviderError(`status ${response.status}`);
    if (response.status >= 300 && response.status < 400) throw new ProviderError("unexpected redirect");
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
      throw new ProviderError("response too large");
    }
    parts.push(part.value);
  }
  return Buffer.concat(parts).toString("utf8");
}

function toJson(text: string, status: number): unknown {
  if (status === 204) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    if (status >= 400) return undefined;
    throw new ProviderError("response is not JSON");
  }
}
