import { IconUser } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useSignedIn } from "../../features/account/session-store.ts";
import { useSession, useSessionSync } from "../../features/account/use-session.ts";
import { lazyPart, type PartFailure } from "../../lib/lazy-part.tsx";
import { loginPath, profilePath } from "../../lib/paths.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./header.module.css";
import { useRetryOnNavigation } from "./use-retry-on-navigation.ts";

// Lazy because guests do not need the menu.
const AccountDropdown = lazyPart(
  "account-dropdown",
  () => import("./account-dropdown.tsx").then((menu) => menu.AccountDropdown),
  { loading: ({ label }: { label: ReactNode }) => <span className={classes.link}>{label}</span>, failed: ProfileLink },
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
  return <AccountDropdown label={label} />;
}

/** Stands in for the menu until a later screen can load it. */
function ProfileLink({ label, onRetry }: { label: ReactNode } & PartFailure) {
  useRetryOnNavigation(onRetry);
  return (
    <PrefetchLink className={classes.link} to={profilePath}>
      {label}
    </PrefetchLink>
  );
}
