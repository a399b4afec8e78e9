import { plainMeta } from "@shop/shared/page-data";
import { pages } from "@shop/shared/pages";
import { Navigate, useSearchParams } from "react-router-dom";
import classes from "../../features/account/form-panel.module.css";
import { FormPanel } from "../../features/account/form-panel.tsx";
import { useSignedIn } from "../../features/account/session-store.ts";
import { SignInForm } from "../../features/account/sign-in-form.tsx";
import { useStartSession } from "../../features/account/use-session.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { loginPagePath, registerPath } from "../../lib/paths.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";

/** Lazy, because the library for passkeys is large. The password signs in without it. */
const PasskeySignIn = lazyPart(
  "passkey-sign-in",
  () => import("../../features/account/passkey-sign-in.tsx").then((part) => part.PasskeySignIn),
  { loading: () => <div className={classes.coming} />, failed: () => null },
);

/** Sign-in screen. Redirects to the `redirect` parameter once signed in. */
export function LoginPage() {
  const target = safeRedirect(useSearchParams()[0].get("redirect"));
  const isSignedIn = useSignedIn() !== null;
  const startSession = useStartSession();
  if (isSignedIn) return <Navigate to={target} replace />;
  return (
    <FormPanel>
      <PageMeta meta={plainMeta(pages.login.title, loginPagePath)} />
      <PageHeading>Sign In</PageHeading>
      <SignInForm onSignedIn={startSession} />
      <PasskeySignIn onSignedIn={startSession} />
      <p className={classes.more}>
        New Customer? <PrefetchLink to={registerPath(target)}>Register</PrefetchLink>
      </p>
    </FormPanel>
  );
}
