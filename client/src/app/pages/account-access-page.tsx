import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import { AccountAccess } from "../../features/account/account-access.tsx";
import { StaffInvitation } from "../../features/account/staff-invitation.tsx";
import { useClearSession } from "../../features/account/use-session.ts";
import { accountAccessPath, loginPagePath, profilePath } from "../../lib/paths.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./profile-page.module.css";

/** What can sign in to the account. Whoever has chosen a new password by mail comes here. */
export function AccountAccessPage() {
  const clearSession = useClearSession();
  const navigate = useNavigate();
  function goAgain(): void {
    // RequireUser redirects as soon as the session ends. flushSync runs that redirect before this navigation.
    flushSync(clearSession);
    void navigate(loginPagePath, { replace: true });
  }
  return (
    <div className={classes.page}>
      <PageMeta meta={plainMeta(pages.accountAccess.title, accountAccessPath)} />
      <PageHeading>{pages.accountAccess.title}</PageHeading>
      <StaffInvitation onAccepted={goAgain} />
      <Panel className={classes.panel}>
        <AccountAccess />
      </Panel>
      <p>
        <PrefetchLink to={profilePath}>Your profile</PrefetchLink>
      </p>
    </div>
  );
}
