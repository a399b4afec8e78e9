import type { SignedIn } from "@shop/shared/account/account";
import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { useState } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router-dom";
import { type AccountState, useAccountState } from "../../features/account/account-state.ts";
import classes from "../../features/account/form-panel.module.css";
import { FormPanel } from "../../features/account/form-panel.tsx";
import { GuestCheckout } from "../../features/account/guest-checkout.tsx";
import { useSignedIn } from "../../features/account/session-store.ts";
import { SignInForm } from "../../features/account/sign-in-form.tsx";
import { useStartSession } from "../../features/account/use-session.ts";
import { useJoinSaved } from "../../features/saved/use-join-saved.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { checkoutPaths, forgotPasswordPath, loginPagePath, registerPath } from "../../lib/paths.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { useShop } from "../../ui/shop-identity.ts";
import { StateAlert } from "../../ui/state-alert.tsx";

/** Lazy, because the library for passkeys is large. The password signs in without it. */
const PasskeySignIn = lazyPart(
  "passkey-sign-in",
  () => import("../../features/account/passkey-sign-in.tsx").then((part) => part.PasskeySignIn),
  { loading: () => <div className={classes.coming} />, failed: () => null },
);

/** Sign-in screen. Redirects to the `redirect` parameter once signed in. */
export function LoginPage() {
  const target = safeRedirect(useSearchParams()[0].get("redirect"));
  const { hasGuestCheckout = false } = useShop();
  const { email, done } = useAccountState();
  const [typedEmail, setTypedEmail] = useState<string | undefined>();
  const signedIn = useSignedIn();
  const navigate = useNavigate();
  const startSession = useStartSession();
  const joinSaved = useJoinSaved();
  const onSignedIn = (signedIn: SignedIn) => {
    startSession(signedIn);
    joinSaved();
  };
  const onBegun = (guest: SignedIn) => {
    startSession(guest);
    void navigate(target, { replace: true });
  };
  // Who buys without an account can sign in to one.
  if (signedIn !== null && signedIn.isGuest !== true) return <Navigate to={target} replace />;
  return (
    <div className={classes.pair}>
      {hasGuestCheckout && isCheckout(target) && <GuestCheckout onBegun={onBegun} />}
      <FormPanel>
        <PageMeta meta={plainMeta(pages.login.title, loginPagePath)} />
        <PageHeading>Sign In</PageHeading>
        {done !== undefined && <StateAlert tone="success">{done}</StateAlert>}
        <SignInForm key={email} email={email} onEmailChange={setTypedEmail} onSignedIn={onSignedIn} />
        <PasskeySignIn onSignedIn={onSignedIn} />
        <p className={classes.more}>
          <PrefetchLink to={forgotPasswordPath} state={{ email: typedEmail ?? email } satisfies AccountState}>
            Forgot your password?
          </PrefetchLink>
        </p>
        <p className={classes.more}>
          New Customer? <PrefetchLink to={registerPath(target)}>Register</PrefetchLink>
        </p>
      </FormPanel>
    </div>
  );
}

function isCheckout(target: string): boolean {
  return checkoutPaths.some((path) => target.startsWith(path));
}
