import "../mantine-styles.ts";
import { ActionIcon } from "@mantine/core";
import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { PrefetchLink } from "../prefetch-link.tsx";

type RowActionProps = {
  /** The action and its row: "Delete Canon EOS 80D". */
  label: string;
  icon: ReactNode;
} & ({ to: string } | { onClick: () => void; isBusy?: boolean; isDanger?: boolean });

/** One action on a row: a link, which remembers the address of the list, or a button. */
export function RowAction({ label, icon, ...action }: RowActionProps) {
  const { pathname, search } = useLocation();
  const look = { variant: "subtle", size: 44, c: "dimmed", "aria-label": label, title: label } as const;
  if ("to" in action) {
    return (
      <ActionIcon {...look} color="gray" component={PrefetchLink} to={action.to} state={{ list: pathname + search }}>
        {icon}
      </ActionIcon>
    );
  }
  const { onClick, isBusy = false, isDanger = false } = action;
  return (
    <ActionIcon
      {...look}
      color={isDanger ? "red" : "gray"}
      // Not `disabled`, so that the focus stays.
      {...(isBusy && { "data-disabled": true, "aria-disabled": true })}
      onClick={() => {
        if (!isBusy) onClick();
      }}
    >
      {icon}
    </ActionIcon>
  );
}
