import type { ReactNode } from "react";
import { Glass } from "../../ui/glass.tsx";
import classes from "./checkout-frame.module.css";

type CheckoutFrameProps = { steps: ReactNode; summary: ReactNode; children: ReactNode };

/** The frame of every checkout screen: where one is, the step itself, and what the order costs. */
export function CheckoutFrame({ steps, summary, children }: CheckoutFrameProps) {
  return (
    <div className={classes.frame}>
      {steps}
      <div className={classes.columns}>
        <Glass className={classes.pane}>{children}</Glass>
        <aside className={classes.side} aria-label="Order summary">
          {summary}
        </aside>
      </div>
    </div>
  );
}
