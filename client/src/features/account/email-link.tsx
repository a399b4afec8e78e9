import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { StateAlert } from "../../ui/state-alert.tsx";
import classes from "./form-panel.module.css";

type EmailLinkProps = {
  /** What the button does, for the user. */
  children: ReactNode;
  label: string;
  busyLabel: string;
  isBusy: boolean;
  onClick: () => void;
  /** Why it did not work. */
  error: string | undefined;
};

/** What a link in a mail offers: one button, because programs open links to check them. */
export function EmailLink({ children, label, busyLabel, isBusy, onClick, error }: EmailLinkProps) {
  return (
    <div className={classes.fields}>
      <p>{children}</p>
      {/* No alert: the toast announces the same message. */}
      {error !== undefined && <StateAlert tone="danger">{error}</StateAlert>}
      <Button fullWidth aria-disabled={isBusy || undefined} onClick={onClick}>
        {isBusy ? busyLabel : label}
      </Button>
    </div>
  );
}
