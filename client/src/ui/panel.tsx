import type { HTMLAttributes, RefCallback } from "react";
import classes from "./panel.module.css";

type PanelProps = HTMLAttributes<HTMLElement> & {
  component?: "div" | "section" | "aside" | "article";
  /** Without the backdrop blur, which is expensive when a view has many panels. */
  isPlain?: boolean;
  /** To move the focus here. */
  ref?: RefCallback<HTMLElement>;
};

/** Translucent panel. A view should have at most six with a blur. */
export function Panel({ component: Component = "div", isPlain = false, className, ...rest }: PanelProps) {
  return (
    <Component {...rest} className={[isPlain ? classes.plain : classes.panel, className].filter(Boolean).join(" ")} />
  );
}
