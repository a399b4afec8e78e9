import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode, Ref } from "react";
import classes from "./error-alert.module.css";

type ErrorAlertProps = {
  message: string;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** Another way on than trying again. */
  action?: ReactNode;
  /** For moving the focus here. */
  ref?: Ref<HTMLDivElement>;
};

/** What went wrong, and a way to try again where trying can help. */
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
