import { useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "react-router-dom";

/** What Stripe adds to the address of the page that customers come back to from their bank. */
const ofStripe = ["payment_intent", "payment_intent_client_secret", "redirect_status", "redirect_pm_type"];
/** What the last step of the checkout adds for a payment that was approved at PayPal before. */
const ofExpress = ["paypal", "express"];
const added = [...ofStripe, ...ofExpress];

/** A payment that was approved on another page; with a key if there was no order then. */
export type ReturnedPayment = { id: string; expressKey?: string };

/** The address of an order that is to be paid by what its customer has approved at PayPal. */
export function expressPath(orderPath: string, { id, key }: { id: string; key: string }): string {
  return `${orderPath}?${new URLSearchParams({ paypal: id, express: key })}`;
}

function readReturned(params: URLSearchParams): ReturnedPayment | undefined {
  const [intent, id, expressKey] = ["payment_intent", ...ofExpress].map((name) => params.get(name));
  if (intent != null) return { id: intent };
  return id != null && expressKey != null ? { id, expressKey } : undefined;
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
