import type { Permission } from "@shop/shared/account/permissions";
import { trpc } from "../../../lib/trpc.ts";

/** How long a role is taken as known, in milliseconds. The server refuses what a role does not permit in any case. */
const knownMs = 60_000;

/** Whether the signed-in administrator's role permits something. Before it is known, everything seems to be permitted. */
export function usePermissions(): (permission: Permission) => boolean {
  const { data } = trpc.admin.staff.mine.useQuery(undefined, { staleTime: knownMs });
  return (permission) => data === undefined || data.permissions.includes(permission);
}
