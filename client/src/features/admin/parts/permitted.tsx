import type { Permission } from "@shop/shared/account/permissions";
import type { ReactNode } from "react";
import { usePermissions } from "./use-permissions.ts";

/** Shows what the signed-in administrator's role permits. */
export function Permitted({ to, children }: { to: Permission; children: ReactNode }) {
  const may = usePermissions();
  return may(to) ? children : null;
}
