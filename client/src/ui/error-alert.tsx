import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode, Ref } from "react";
import classes from "./error-alert.module.css";

type ErrorAlertProps = {
  message: string;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** Shown beside or in place of the retry button. */
  action?: ReactNode;
  /** Makes the alert focusable by script. */
  ref?: Ref<HTMLDivElement>;
};

/** Error message with an optional retry button. */
export function ErrorAlert({ message, onRetry, isRetrying = false, action, ref }: ErrorAlertProps) {
  return (
    <div ref={ref} className={classes.alert} role="alert" tabIndex={ref === undefined ? undefined : -1}>
      <p className={classes.message}>
        <IconAlertTriangle className={classes.icon} size={22} aria-hidden="true" />
        <span>{message}</span>
      </p>
      {onRetry && (
        <Button
          variant="default"
          className={classes.retry ?? ""}
          aria-disabled={isRetrying}
          onClick={() => {
            if (!isRetrying) onRetry();
          }}
        >
          {isRetrying ? "Trying…" : "Try again"}
        </Button>
      )}
      {action}
    </div>
  );
}
