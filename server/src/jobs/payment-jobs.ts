import { connectedProviders } from "../domain/base/connected-providers.ts";
import type { PaymentDeps } from "../domain/payment/deps.ts";
import { reconcilePayments } from "../domain/payment/reconcile.ts";
import { reportParcels } from "../domain/payment/report-parcels.ts";
import { type Job, usualPauseMs } from "./job.ts";

export type PaymentJobDeps = PaymentDeps;

/** The most payments that one round looks up, so that it does not delay the shutdown. */
const questionsPerRound = 30;

/** Jobs that ask the payment providers, as long as there are any. */
export function paymentJobs(deps: PaymentJobDeps): Job[] {
  return [
    {
      // A job of its own, so that a slow provider does not delay the stock holds.
      name: "payments",
      everyMs: usualPauseMs,
      failure: "looking after payments failed",
      itemError: "a payment could not be looked up",
      run: async ({ isStopping, onItemError, log }) => {
        if (connectedProviders(deps.payments).length === 0) return;
        const paid = await reconcilePayments(deps, { limit: questionsPerRound, isStopping, onItemError });
        if (paid > 0) log.info({ paid }, "payments found");
      },
    },
    {
      // A job of its own, because nobody waits for it.
      name: "parcels",
      everyMs: usualPauseMs,
      failure: "telling the payment provider of parcels failed",
      itemError: "the payment provider could not be told of a parcel",
      run: async ({ isStopping, onItemError }) => {
        if (connectedProviders(deps.payments).length > 0) await reportParcels(deps, { isStopping, onItemError });
      },
    },
  ];
}
