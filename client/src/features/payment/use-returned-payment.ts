import { useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "react-router-dom";

/** What Stripe adds to the address of the page that customers come back to from their bank. */
const added = ["payment_intent", "payment_intent_client_secret", "redirect_status", "redirect_pm_type"];

/** The payment with which a customer has come back from another page; cleans the address of it. */
export function useReturnedPayment(): string | undefined {
  const [params, setParams] = useSearchParams();
  const [returned] = useState(params.get("payment_intent") ?? undefined);
  const clean = useEffectEvent(() =>
    setParams(
      (current) => {
        for (const name of added) current.delete(name);
        return current;
      },
      { replace: true, preventScrollReset: true },
    ),
  );
  useEffect(() => {
    if (returned !== undefined) clean();
  }, [returned]);
  return returned;
}
