import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./state-alert.module.css";

const icons = {
  success: IconCircleCheck,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  danger: IconAlertTriangle,
};

type StateAlertProps = { tone: keyof typeof icons; children: ReactNode };

/** How something stands, in words, a colour and a sign. It is part of the page and interrupts nobody. */
export function StateAlert({ tone, children }: StateAlertProps) {
  const Icon = icons[tone];
  return (
    <p className={classes.state} data-tone={tone}>
      <Icon size={22} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
