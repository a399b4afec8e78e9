import type { HTMLAttributes, RefCallback } from "react";
import classes from "./glass.module.css";

type GlassProps = HTMLAttributes<HTMLElement> & {
  component?: "div" | "section" | "aside" | "article";
  /** Without the blur: for panes of which a view has many. */
  isPlain?: boolean;
  /** For moving the focus here. */
  ref?: RefCallback<HTMLElement>;
};

/** A pane of dark glass. A view should hold at most six blurred ones. */
export function Glass({ component: Pane = "div", isPlain = false, className, ...rest }: GlassProps) {
  return <Pane {...rest} className={[isPlain ? classes.plain : classes.glass, className].filter(Boolean).join(" ")} />;
}
