import type { SignedIn } from "@shop/shared/account/account";
import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { Navigate, useSearchParams } from "react-router-dom";
import classes from "../../features/account/form-panel.module.css";
import { FormPanel } from "../../features/account/form-panel.tsx";
import { RegisterForm } from "../../features/account/register-form.tsx";
import { useSignedIn } from "../../features/account/session-store.ts";
import { useStartSession } from "../../features/account/use-session.ts";
import { useJoinSaved } from "../../features/saved/use-join-saved.ts";
import { loginPath, registerPagePath } from "../../lib/paths.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";

/** Registration screen. Redirects to the `redirect` parameter once signed in. */
export function RegisterPage() {
  const target = safeRedirect(useSearchParams()[0].get("redirect"));
  const signedIn = useSignedIn();
  const startSession = useStartSession();
  const joinSaved = useJoinSaved();
  const onSignedIn = (signedIn: SignedIn) => {
    startSession(signedIn);
    joinSaved();
  };
  // Who buys without an account can open one.
  if (signedIn !== null && signedIn.isGuest !== true) return <Navigate to={target} replace />;
  return (
    <FormPanel>
      <PageMeta meta={plainMeta(pages.register.title, registerPagePath)} />
      <PageHeading>Register</PageHeading>
      <RegisterForm onSignedIn={onSignedIn} />
      <p className={classes.more}>
        Already have an account? <PrefetchLink to={loginPath(target)}>Sign In</PrefetchLink>
      </p>
    </FormPanel>
  );
}
