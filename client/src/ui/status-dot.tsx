import type { ReactNode } from "react";
import classes from "./status-dot.module.css";

export type StatusTone = "quiet" | "going" | "done" | "warning" | "danger";

/** Status text with a coloured dot. */
export function StatusDot({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span className={classes.status} data-tone={tone}>
      {children}
    </span>
  );
}
