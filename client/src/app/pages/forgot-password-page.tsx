import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { useNavigate } from "react-router-dom";
import { useAccountState } from "../../features/account/account-state.ts";
import { ForgotPasswordForm } from "../../features/account/forgot-password-form.tsx";
import classes from "../../features/account/form-panel.module.css";
import { FormPanel } from "../../features/account/form-panel.tsx";
import { useFragment } from "../../lib/fragment.ts";
import { forgotPasswordPath, loginPagePath, resetPasswordPath } from "../../lib/paths.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { StateAlert } from "../../ui/state-alert.tsx";

/** Asks for the e-mail of an account whose password was forgotten, or that has none yet. A link of a mail fills it in. */
export function ForgotPasswordPage() {
  const { email: handedOver, done } = useAccountState();
  const fragment = useFragment();
  const email = fragment.get("email") ?? handedOver;
  const navigate = useNavigate();
  return (
    <FormPanel>
      <PageMeta meta={plainMeta(pages.forgotPassword.title, forgotPasswordPath)} />
      <PageHeading>{pages.forgotPassword.title}</PageHeading>
      {done !== undefined && <StateAlert tone="success">{done}</StateAlert>}
      <p>Enter the email of your account. We send you a code with which you choose a new password.</p>
      <ForgotPasswordForm
        key={email}
        email={email}
        onRequested={(state) => void navigate(resetPasswordPath, { state })}
      />
      <p className={classes.more}>
        You remember it? <PrefetchLink to={loginPagePath}>Sign In</PrefetchLink>
      </p>
    </FormPanel>
  );
}
