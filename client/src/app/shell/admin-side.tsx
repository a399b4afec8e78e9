import { Button } from "@mantine/core";
import { useSession } from "../../features/account/use-session.ts";
import { lazyPart, type PartFailure } from "../../lib/lazy-part.tsx";
import classes from "./admin-side.module.css";

// Lazy because customers do not need the admin code.
const AdminNav = lazyPart(
  "admin-nav",
  () => import("../../features/admin/nav/admin-nav.tsx").then((nav) => nav.AdminNav),
  {
    failed: MissingAdminNav,
  },
);

/** The navigation beside every screen of an admin, once the server has confirmed the role. */
export function AdminSide() {
  const session = useSession();
  if (session.kind !== "signed-in" || !session.user.isAdmin) return null;
  return <AdminNav />;
}

function MissingAdminNav({ onRetry, isRetrying }: PartFailure) {
  return (
    <div className={classes.missing} role="alert">
      <span>The menu could not be loaded.</span>
      <Button
        variant="default"
        aria-disabled={isRetrying}
        onClick={() => {
          if (!isRetrying) onRetry();
        }}
      >
        {isRetrying ? "Trying…" : "Try again"}
      </Button>
    </div>
  );
}
