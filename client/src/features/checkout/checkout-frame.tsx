import type { Cart } from "@shop/shared/cart";
import { type ReactNode, useSyncExternalStore } from "react";
import { Panel } from "../../ui/panel.tsx";
import classes from "./checkout-frame.module.css";
import { CheckoutSteps, type StepName } from "./checkout-steps.tsx";
import { OrderSummary } from "./order-summary.tsx";

type CheckoutFrameProps = {
  cart: Cart;
  step: StepName;
  children: ReactNode;
  /** What ends the checkout: beside the step under the sums, or at the lower edge of a small screen. */
  actions?: ReactNode;
};

/**
 * The frame of every checkout screen: where one is, the step itself, and what
 * the order costs. On small screens the sums are folded above the step.
 */
export function CheckoutFrame({ cart, step, children, actions }: CheckoutFrameProps) {
  const isWide = useWide();
  return (
    <div className={classes.frame}>
      <CheckoutSteps cart={cart} current={step} />
      <div className={classes.columns}>
        {!isWide && (
          <aside className={classes.side} aria-label="Order summary">
            <OrderSummary cart={cart} isFolded />
          </aside>
        )}
        <Panel className={classes.panel}>{children}</Panel>
        {isWide ? (
          <aside className={classes.side} aria-label="Order summary">
            <OrderSummary cart={cart} isFolded={false}>
              {actions}
            </OrderSummary>
          </aside>
        ) : (
          actions !== undefined && <div className={classes.bar}>{actions}</div>
        )}
      </div>
    </div>
  );
}

const wide = globalThis.matchMedia?.("(min-width: 62em)");

function subscribe(onChange: () => void): () => void {
  wide.addEventListener("change", onChange);
  return () => wide.removeEventListener("change", onChange);
}

/** Whether there is room for two columns; for what stands in another order then, not only in another place. */
function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wide?.matches ?? false,
    () => false,
  );
}
