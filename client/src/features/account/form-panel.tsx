import type { ReactNode } from "react";
import { Panel } from "../../ui/panel.tsx";
import classes from "./form-panel.module.css";

/** A panel with one column, for account forms. */
export function FormPanel({ children }: { children: ReactNode }) {
  return <Panel className={classes.panel}>{children}</Panel>;
}
