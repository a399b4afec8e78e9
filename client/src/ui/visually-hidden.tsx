import type { ReactNode } from "react";
import classes from "./visually-hidden.module.css";

/** Text that is read aloud and not shown. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={classes.hidden}>{children}</span>;
}
