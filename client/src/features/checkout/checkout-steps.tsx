import { IconCheck } from "@tabler/icons-react";
import { loginPagePath, paymentPath, placeOrderPath, shippingPath } from "../../lib/paths.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./checkout-steps.module.css";

const steps = [
  { name: "Sign In", path: loginPagePath },
  { name: "Shipping", path: shippingPath },
  { name: "Payment", path: paymentPath },
  { name: "Place Order", path: placeOrderPath },
] as const;

export type CheckoutStep = (typeof steps)[number]["name"];

type CheckoutStepsProps = {
  current: CheckoutStep;
  /** How many steps, from the first, may be entered. */
  enabled: number;
};

/** Where the shopper is in the checkout. Steps that can be entered are links. */
export function CheckoutSteps({ current, enabled }: CheckoutStepsProps) {
  const at = steps.findIndex((step) => step.name === current);
  return (
    <nav aria-label="Checkout">
      <ol className={classes.steps} data-at={at}>
        {steps.map(({ name, path }, index) => {
          const isDone = index < at;
          const label = (
            <>
              <span className={classes.mark} aria-hidden="true">
                {isDone ? <IconCheck size={16} stroke={3} /> : index + 1}
              </span>
              <span className={classes.name}>{name}</span>
            </>
          );
          return (
            <li key={name} className={classes.step} data-state={isDone ? "done" : index === at ? "current" : "ahead"}>
              {index < enabled && index !== at && index > 0 ? (
                <PrefetchLink className={classes.link} to={path}>
                  {label}
                </PrefetchLink>
              ) : (
                <span className={classes.link} aria-current={index === at ? "step" : undefined}>
                  {label}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
