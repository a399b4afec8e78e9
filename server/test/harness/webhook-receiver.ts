import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { type WebhookPayload, webhookPayloadSchema } from "@shop/shared/program/webhook";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect } from "vitest";
import { z } from "zod";
import type { Admin } from "../../src/domain/base/actor.ts";
import type { WebhookDeps } from "../../src/domain/webhook/deliver.ts";
import { WebhookQueues } from "../../src/domain/webhook/deliver.ts";
import { type DispatchDeps, dispatchEvents } from "../../src/domain/webhook/dispatch.ts";
import { createEndpoint } from "../../src/domain/webhook/endpoints.ts";
import type { TestShop } from "./shop.ts";

/** A message that has come, after the stock library has verified it. */
export type ReceivedMessage = { path: string; id: string; payload: WebhookPayload };

const addressSchema = z.object({ port: z.number() });

/** A program that is told of events. It verifies what comes with the stock library, and answers with a status. */
export class WebhookReceiver {
  readonly received: ReceivedMessage[] = [];
  /** Every request, also those that were refused. */
  readonly asked: { path: string; headers: Record<string, unknown>; body: string }[] = [];
  /** The secrets by path. */
  readonly secrets = new Map<string, string>();
  /** The answer to requests for a path; 204 unless set. `undefined` for none at all. */
  readonly answers = new Map<string, { status: number; headers?: Record<string, string>; body?: string } | undefined>();
  #server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url ?? "";
      this.asked.push({ path, headers: request.headers, body });
      if (this.answers.has(path)) {
        const answer = this.answers.get(path);
        if (answer !== undefined) response.writeHead(answer.status, answer.headers).end(answer.body);
        return;
      }
      const headers = z.record(z.string(), z.string()).parse(request.headers);
      const payload = webhookPayloadSchema.parse(new Webhook(this.secrets.get(path) ?? "").verify(body, headers));
      this.received.push({ path, id: headers["webhook-id"] ?? "", payload });
      response.writeHead(204).end();
    });
  });

  async open(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
  }

  get origin(): string {
    return `http://127.0.0.1:${addressSchema.parse(this.#server.address()).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** The ids of what has come to a path, each once, in the order of their first coming. */
  idsAt(path: string): string[] {
    return [...new Set(this.received.filter((message) => message.path === path).map(({ id }) => id))];
  }
}

export function startReceiver(): WebhookReceiver {
  const receiver = new WebhookReceiver();
  beforeAll(() => receiver.open());
  afterAll(() => receiver.close());
  return receiver;
}

/** Adds a webhook of the receiver. */
export async function addWebhook(
  { services }: TestShop,
  receiver: WebhookReceiver,
  { admin, path, events }: { admin: Admin; path: string; events: WebhookPayload["type"][] },
): Promise<string> {
  const url = `${receiver.origin}${path}`;
  const chosen = events.filter((type) => type !== "webhook.test");
  const { endpoint, secret } = await createEndpoint(services, admin, { url, events: chosen });
  receiver.secrets.set(path, secret);
  return endpoint._id;
}

/** Sends everything that is due, as an instance does. */
export async function sendDueWebhooks(deps: WebhookDeps & DispatchDeps): Promise<void> {
  await dispatchEvents(deps, () => false);
  const errors: unknown[] = [];
  const queues = new WebhookQueues(deps);
  await queues.poll((error) => void errors.push(error));
  await queues.settle();
  expect(errors).toEqual([]);
}

/** Lets time pass for everything that waits to be sent. */
export async function passTime({ pool }: Pick<TestShop, "pool">, minutes: number): Promise<void> {
  await pool.query(
    `update webhook_deliveries set send_at = send_at - $1 * interval '1 minute',
       give_up_at = give_up_at - $1 * interval '1 minute' where send_at is not null`,
    [minutes],
  );
  await pool.query(
    `update webhook_endpoints set failing_since = failing_since - $1 * interval '1 minute',
       previous_until = previous_until - $1 * interval '1 minute'`,
    [minutes],
  );
}
