import { type WebhookDeps, WebhookQueues } from "../domain/webhook/deliver.ts";
import { type DispatchDeps, dispatchEvents } from "../domain/webhook/dispatch.ts";
import { endSwitchedOff } from "../domain/webhook/end-deliveries.ts";
import { type Job, usualPauseMs } from "./job.ts";

export type WebhookJobDeps = WebhookDeps & DispatchDeps;

/** A program is told of an order within about a second, after two jobs; in milliseconds. */
const webhooksEveryMs = 500;

/** Sends webhooks. A round of the sender waits for no receiver. */
export function webhookJobs(deps: WebhookJobDeps): Job[] {
  const queues = new WebhookQueues(deps);
  return [
    {
      // A job of its own, so that an event that cannot be written stops no message.
      name: "webhook events",
      everyMs: webhooksEveryMs,
      failure: "writing the messages of webhooks failed",
      run: ({ isStopping }) => dispatchEvents(deps, isStopping),
    },
    {
      name: "webhooks",
      everyMs: webhooksEveryMs,
      failure: "sending webhooks failed",
      itemError: "sending webhooks to an address failed",
      run: ({ onItemError }) => queues.poll(onItemError),
      close: () => queues.close(),
    },
    {
      name: "webhooks switched off",
      everyMs: usualPauseMs,
      failure: "ending the messages of webhooks that are switched off failed",
      run: () => endSwitchedOff(deps.db),
    },
  ];
}
