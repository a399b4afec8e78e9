import { IconUser } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { useSignedIn } from "../../features/account/session-store.ts";
import { useSession, useSessionSync } from "../../features/account/use-session.ts";
import { loginPath } from "../../lib/paths.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./header.module.css";

// Lazy because guests do not need the menu.
const AccountDropdown = lazy(() =>
  import("./account-dropdown.tsx").then((menu) => ({ default: menu.AccountDropdown })),
);

/** Sign In link for guests, account menu for signed-in users. */
export function AccountMenu() {
  const signedIn = useSignedIn();
  // Mounted on every page, so that the stored user is confirmed once per page load.
  useSession();
  useSessionSync();
  if (signedIn === null) {
    return (
      <PrefetchLink className={classes.link} to={loginPath()}>
        <IconUser size={22} aria-hidden="true" />
        <span>Sign In</span>
      </PrefetchLink>
    );
  }
  const label = (
    <>
      <IconUser size={22} aria-hidden="true" />
      <span className={classes.userName}>{signedIn.name}</span>
    </>
  );
  return (
    <Suspense fallback={<span className={classes.link}>{label}</span>}>
      <AccountDropdown label={label} />
    </Suspense>
  );
}
