import { useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { approvedParams } from "../../lib/approved-order-path.ts";

/** What Stripe adds to the address of the page that customers come back to from their bank. */
const ofStripe = ["payment_intent", "payment_intent_client_secret", "redirect_status", "redirect_pm_type"];
const added = [...ofStripe, ...Object.values(approvedParams)];

/** A payment that was approved on another page; with a key if there was no order then. */
export type ReturnedPayment = { id: string; expressKey?: string };

function readReturned(params: URLSearchParams): ReturnedPayment | undefined {
  const intent = params.get("payment_intent");
  if (intent !== null) return { id: intent };
  const id = params.get(approvedParams.payment);
  const expressKey = params.get(approvedParams.key);
  return id !== null && expressKey !== null ? { id, expressKey } : undefined;
}

/** The payment with which a customer has come back from another page; cleans the address of it. */
export function useReturnedPayment(): ReturnedPayment | undefined {
  const [params, setParams] = useSearchParams();
  const [returned] = useState(() => readReturned(params));
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
