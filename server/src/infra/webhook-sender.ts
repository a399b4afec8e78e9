import { createHmac, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { openPublicRequest, type PublicRequestSettings, RefusedAddress } from "./public-request.ts";

/** A message as one attempt sends it. The secrets are those that it is signed with. */
export type WebhookMessage = { url: string; id: string; body: string; secrets: readonly string[] };

/** How an attempt ended: the status of the answer, if there was one, and the problem unless it arrived. */
export type WebhookOutcome = { responseStatus: number | null; problem: string | null };

export type SendWebhook = (message: WebhookMessage, stop?: AbortSignal) => Promise<WebhookOutcome>;

/** An attempt for the log and the metrics: the message's id, how it ended, the status of an answer, and its time. */
export type WebhookAttempt = {
  message: string;
  outcome: "arrived" | "refused" | "unanswered" | "stopped";
  status: number | null;
  ms: number;
};

type SenderSettings = Partial<PublicRequestSettings> & { timeoutMs?: number };

const secretMark = "whsec_";
const secretBytes = 32;
/** Less than the first pause between attempts, so that no two of one message run at the same time. */
const usualTimeoutMs = 15_000;
/** What is read of an answer, so that the connection ends in an orderly way. Nothing of it is kept. */
const answerBytesMax = 65_536;

/** A new secret by the rules of Standard Webhooks. */
export function newWebhookSecret(): string {
  return secretMark + randomBytes(secretBytes).toString("base64");
}

/** The `webhook-signature` of a message: a signature with each secret. `timestamp` in seconds. */
export function signWebhook({ id, body, secrets }: WebhookMessage, timestamp: number): string {
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(secretMark.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  };
  return secrets.map(sign).join(" ");
}

/**
 * Sends messages by the rules of Standard Webhooks, to public addresses alone. Follows no redirect. Never rejects: what
 * goes wrong is in the outcome.
 */
export function openWebhookSender({ timeoutMs = usualTimeoutMs, ...settings }: SenderSettings = {}): SendWebhook {
  const send = openPublicRequest(settings);
  return async (message, stop) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = stop === undefined ? timeout : AbortSignal.any([timeout, stop]);
    const timestamp = Math.floor(Date.now() / 1_000);
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(message.body),
      "user-agent": "shop-webhooks",
      "webhook-id": message.id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signWebhook(message, timestamp),
    };
    try {
      const answer = await send(new URL(message.url), { method: "POST", headers, body: message.body, signal });
      await discard(answer);
      return toOutcome(answer.statusCode ?? 0);
    } catch (error) {
      if (error instanceof RefusedAddress) return failed(error.message);
      if (stop?.aborted === true) return failed("The shop was stopped meanwhile");
      return failed(timeout.aborted ? "It took too long" : "The address did not answer");
    }
  };
}

/** The same sender, which tells of each attempt. */
export function telling(send: SendWebhook, onAttempt: (attempt: WebhookAttempt) => void): SendWebhook {
  return async (message, stop) => {
    const since = performance.now();
    const outcome = await send(message, stop);
    const { responseStatus: status, problem } = outcome;
    const unanswered = stop?.aborted === true ? "stopped" : "unanswered";
    const ended = problem === null ? "arrived" : status === null ? unanswered : "refused";
    onAttempt({ message: message.id, outcome: ended, status, ms: Math.round(performance.now() - since) });
    return outcome;
  };
}

const failed = (problem: string): WebhookOutcome => ({ responseStatus: null, problem });

function toOutcome(responseStatus: number): WebhookOutcome {
  if (responseStatus >= 200 && responseStatus < 300) return { responseStatus, problem: null };
  const isRedirect = responseStatus >= 300 && responseStatus < 400;
  const problem = isRedirect
    ? "It was redirected, which is not followed"
    : `It was answered with status ${responseStatus}`;
  return { responseStatus, problem };
}

/** Reads the answer's body up to the limit. A receiver has taken the message whatever becomes of the rest. */
async function discard(answer: IncomingMessage): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of answer) {
      bytes += chunk instanceof Buffer ? chunk.length : 0;
      if (bytes > answerBytesMax) return;
    }
  } catch {
    // The status is what counts.
  } finally {
    answer.destroy();
  }
}
