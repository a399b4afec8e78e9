import { IconUser } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { useSignedIn } from "../../features/account/session-store.ts";
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
