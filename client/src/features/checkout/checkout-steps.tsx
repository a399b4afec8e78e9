import type { Cart } from "@shop/shared/cart/cart";
import { IconCheck } from "@tabler/icons-react";
import { loginPath, paymentPath, placeOrderPath, shippingPath } from "../../lib/paths.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./checkout-steps.module.css";

const steps = [
  { name: "Sign In", path: loginPath(shippingPath) },
  { name: "Shipping", path: shippingPath },
  { name: "Payment", path: paymentPath },
  { name: "Place Order", path: placeOrderPath },
] as const;

export type StepName = (typeof steps)[number]["name"];

/** Number of steps, from the first, that a signed-in customer may enter. */
function enabledSteps({ shippingAddress, paymentMethod }: Cart): number {
  if (shippingAddress.address === "") return 2;
  return paymentMethod === "" ? 3 : 4;
}

/** Progress through the checkout. Steps that may be entered are links. */
export function CheckoutSteps({ cart, current }: { cart: Cart; current: StepName }) {
  const enabled = enabledSteps(cart);
  const currentIndex = steps.findIndex((step) => step.name === current);
  return (
    <nav aria-label="Checkout">
      <ol className={classes.steps} data-at={currentIndex}>
        {steps.map(({ name, path }, index) => {
          const isDone = index < currentIndex;
          const label = (
            <>
              <span className={classes.mark} aria-hidden="true">
                {isDone ? <IconCheck size={16} stroke={3} /> : index + 1}
              </span>
              <span className={classes.name}>
                {name}
                {isDone && <VisuallyHidden>, done</VisuallyHidden>}
              </span>
            </>
          );
          return (
            <li
              key={name}
              className={classes.step}
              data-state={isDone ? "done" : index === currentIndex ? "current" : "ahead"}
            >
              {index < enabled && index !== currentIndex ? (
                <PrefetchLink className={classes.link} to={path}>
                  {label}
                </PrefetchLink>
              ) : (
                <span className={classes.link} aria-current={index === currentIndex ? "step" : undefined}>
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
