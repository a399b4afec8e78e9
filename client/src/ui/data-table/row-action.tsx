import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { PrefetchLink } from "../prefetch-link.tsx";
import classes from "./data-table.module.css";

type RowActionProps = {
  /** What it does and to which row: "Delete Canon EOS 80D". */
  label: string;
  icon: ReactNode;
} & ({ to: string } | { onPress: () => void; isBusy?: boolean; isDanger?: boolean });

/** One thing that can be done to a row: a link, which remembers the list as it stands, or a button. */
export function RowAction({ label, icon, ...way }: RowActionProps) {
  const { pathname, search } = useLocation();
  if ("to" in way) {
    return (
      <PrefetchLink
        to={way.to}
        state={{ list: pathname + search }}
        className={classes.action}
        aria-label={label}
        title={label}
      >
        {icon}
      </PrefetchLink>
    );
  }
  return (
    <button
      type="button"
      className={classes.action}
      data-danger={way.isDanger}
      aria-label={label}
      title={label}
      aria-disabled={way.isBusy || undefined}
      onClick={() => {
        if (way.isBusy !== true) way.onPress();
      }}
    >
      {icon}
    </button>
  );
}

/** The address of the list that one came from, as it stood then; the list's plain address otherwise. */
export function useReturnTo(listPath: string): string {
  const state: unknown = useLocation().state;
  const from = typeof state === "object" && state !== null && "list" in state ? state.list : undefined;
  return typeof from === "string" && from.startsWith(listPath) ? from : listPath;
}
