import type { HTMLAttributes, RefCallback } from "react";
import classes from "./panel.module.css";

type PanelProps = HTMLAttributes<HTMLElement> & {
  component?: "div" | "section" | "aside" | "article";
  /** Without the blur: for panes of which a view has many. */
  isPlain?: boolean;
  /** For moving the focus here. */
  ref?: RefCallback<HTMLElement>;
};

/** A pane of dark glass. A view should hold at most six blurred ones. */
export function Panel({ component: DashboardPanel = "div", isPlain = false, className, ...rest }: PanelProps) {
  return (
    <DashboardPanel
      {...rest}
      className={[isPlain ? classes.plain : classes.panel, className].filter(Boolean).join(" ")}
    />
  );
}
