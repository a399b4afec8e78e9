import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./state-alert.module.css";

const icons = {
  success: IconCircleCheck,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  danger: IconAlertTriangle,
};

type StateAlertProps = {
  tone: keyof typeof icons;
  /** For a place beside a heading. */
  isSmall?: boolean;
  children: ReactNode;
};

/** State as text with colour and icon. It is static content, not a live region. */
export function StateAlert({ tone, isSmall = false, children }: StateAlertProps) {
  const Icon = icons[tone];
  return (
    <p className={classes.state} data-tone={tone} data-small={isSmall || undefined}>
      <Icon size={isSmall ? 18 : 22} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
