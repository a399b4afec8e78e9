import type { Cart } from "@shop/shared/cart/cart";
import { type ReactNode, useSyncExternalStore } from "react";
import { Panel } from "../../ui/panel.tsx";
import classes from "./checkout-frame.module.css";
import { CheckoutSteps, type StepName } from "./checkout-steps.tsx";
import { OrderSummary } from "./order-summary.tsx";

const wideViewport = globalThis.matchMedia?.("(min-width: 62em)");

type CheckoutFrameProps = {
  cart: Cart;
  step: StepName;
  children: ReactNode;
  /** Below the summary on wide screens, below the content on others, and sticky at the bottom on phones. */
  actions?: ReactNode;
};

/** Layout of the checkout screens: steps, content and order summary, which is collapsed above the content on small screens. */
export function CheckoutFrame({ cart, step, children, actions }: CheckoutFrameProps) {
  const isWide = useWideViewport();
  // The last screen lists them itself, with what has changed.
  const hasItems = step !== "Place Order";
  return (
    <div className={classes.frame}>
      <CheckoutSteps cart={cart} current={step} />
      <div className={classes.columns}>
        {!isWide && (
          <aside className={classes.side} aria-label="Order summary">
            <OrderSummary cart={cart} hasItems={hasItems} isFolded />
          </aside>
        )}
        <Panel className={classes.panel}>{children}</Panel>
        {isWide ? (
          <aside className={classes.side} aria-label="Order summary">
            <OrderSummary cart={cart} hasItems={hasItems} isFolded={false}>
              {actions}
            </OrderSummary>
          </aside>
        ) : (
          actions !== undefined && (
            <div className={classes.bar} data-next-action>
              {actions}
            </div>
          )
        )}
      </div>
    </div>
  );
}

function subscribe(onChange: () => void): () => void {
  wideViewport.addEventListener("change", onChange);
  return () => wideViewport.removeEventListener("change", onChange);
}

/** Whether the viewport fits two columns. Needed where the order of elements changes, which CSS alone cannot do. */
function useWideViewport(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wideViewport?.matches ?? false,
    () => false,
  );
}
