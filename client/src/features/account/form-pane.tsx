import type { ReactNode } from "react";
import { Glass } from "../../ui/glass.tsx";
import classes from "./form-pane.module.css";

/** One column on a pane of glass, for forms. */
export function FormPane({ children }: { children: ReactNode }) {
  return <Glass className={classes.pane}>{children}</Glass>;
}
