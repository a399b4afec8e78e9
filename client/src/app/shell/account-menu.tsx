import { IconUser } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { useSignedIn } from "../../features/account/session-store.ts";
import { useOtherTabs, useSession } from "../../features/account/use-session.ts";
import { loginPath } from "../../lib/paths.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./header.module.css";

// Visitors who are not signed in need none of the menu's code.
const AccountDropdown = lazy(() =>
  import("./account-dropdown.tsx").then((menu) => ({ default: menu.AccountDropdown })),
);

/** The way to one's account: Sign In, or a menu under one's name. */
export function AccountMenu() {
  const signedIn = useSignedIn();
  // On every page the server is asked once whether what the browser kept is still true.
  useSession();
  useOtherTabs();
  if (signedIn === null) {
    return (
      <PrefetchLink className={classes.link} to={loginPath()}>
        <IconUser size={22} aria-hidden="true" />
        <span className={classes.signIn}>Sign In</span>
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
