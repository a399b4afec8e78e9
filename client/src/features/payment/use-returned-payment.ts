import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router-dom";

/** What Stripe adds to the address of the page that customers come back to from their bank. */
const added = ["payment_intent", "payment_intent_client_secret", "redirect_status", "redirect_pm_type"];

/** Reports the payment with which a customer has come back from another page, once, and cleans the address of it. */
export function useReturnedPayment(settle: (providerOrderId: string) => Promise<unknown>): void {
  const [params, setParams] = useSearchParams();
  const id = params.get("payment_intent");
  const report = useEffectEvent((intent: string) => {
    setParams(
      (current) => {
        for (const name of added) current.delete(name);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
    void settle(intent);
  });
  useEffect(() => {
    if (id !== null) report(id);
  }, [id]);
}
