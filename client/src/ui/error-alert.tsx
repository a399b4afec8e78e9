import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import classes from "./error-alert.module.css";

type ErrorAlertProps = {
  message: string;
  onRetry?: () => void;
  isRetrying?: boolean;
};

/** What went wrong, and a way to try again where trying can help. */
export function ErrorAlert({ message, onRetry, isRetrying = false }: ErrorAlertProps) {
  return (
    <div className={classes.alert} role="alert">
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
    </div>
  );
}
