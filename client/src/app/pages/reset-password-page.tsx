import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { useNavigate } from "react-router-dom";
import { type AccountState, useAccountState } from "../../features/account/account-state.ts";
import classes from "../../features/account/form-panel.module.css";
import { FormPanel } from "../../features/account/form-panel.tsx";
import { ResetPasswordForm } from "../../features/account/reset-password-form.tsx";
import { useSignedIn } from "../../features/account/session-store.ts";
import { useClearSession } from "../../features/account/use-session.ts";
import { useFragment } from "../../lib/fragment.ts";
import { accountAccessPath, forgotPasswordPath, loginPath, resetPasswordPath } from "../../lib/paths.ts";
import { notify } from "../../ui/notify.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { StateAlert } from "../../ui/state-alert.tsx";

const changed = "Your password was changed. Please sign in with the new one.";

/** Sets a new password with the code of a mail. Its link fills in e-mail and code. */
export function ResetPasswordPage() {
  const state = useAccountState();
  const fragment = useFragment();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const clearSession = useClearSession();
  const email = fragment.get("email") ?? state.email;
  const code = fragment.get("code") ?? "";

  function goOn(email: string) {
    // The new password has ended the session of this browser as well.
    if (signedIn?.email === email.toLowerCase()) clearSession();
    notify.success("Password changed");
    const state: AccountState = { email, done: changed };
    // What was suspended is shown first, to whoever has anything of it.
    void navigate(loginPath(accountAccessPath), { state, replace: true });
  }

  return (
    <FormPanel>
      <PageMeta meta={plainMeta(pages.resetPassword.title, resetPasswordPath)} />
      <PageHeading>{pages.resetPassword.title}</PageHeading>
      {state.done !== undefined && (
        <>
          <StateAlert tone="info">{state.done}</StateAlert>
          <p>It is valid for ten minutes. If nothing arrives, please look into your spam folder.</p>
        </>
      )}
      <ResetPasswordForm key={`${email} ${code}`} email={email} code={code} onReset={goOn} />
      <p className={classes.more}>
        No code, or it does not work?{" "}
        <PrefetchLink to={forgotPasswordPath} state={{ email } satisfies AccountState}>
          Request a new one
        </PrefetchLink>
      </p>
    </FormPanel>
  );
}
