import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { useNavigate } from "react-router-dom";
import type { AccountState } from "../../features/account/account-state.ts";
import { EmailLink } from "../../features/account/email-link.tsx";
import { FormPanel } from "../../features/account/form-panel.tsx";
import { useSignedIn } from "../../features/account/session-store.ts";
import { useClearSession } from "../../features/account/use-session.ts";
import { useFragment } from "../../lib/fragment.ts";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { forgotPasswordPath, restoreEmailPath } from "../../lib/paths.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { notify } from "../../ui/notify.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";

const failed = "Your email could not be restored";
const restored = "Your account has this email again, and all devices are signed out.";

/** Undoes a change of an e-mail by the link of the mail to the address before, and leads to a new password. */
export function RestoreEmailPage() {
  const token = useFragment().get("token") ?? "";
  const navigate = useNavigate();
  const isSignedIn = useSignedIn() !== null;
  const clearSession = useClearSession();
  const oneAtATime = useOneAtATime();
  const restore = trpc.account.restoreEmail.useMutation({
    onSuccess: ({ email }) => {
      notify.withdrawErrors();
      notify.success("Email restored");
      // Which account this browser is signed in to is not known here; signing in again is safe.
      if (isSignedIn) clearSession();
      const state: AccountState = { email, done: restored };
      void navigate(forgotPasswordPath, { state, replace: true });
    },
    onError: (error) => notify.error(messageOf(error, failed)),
  });
  return (
    <FormPanel>
      <PageMeta meta={plainMeta(pages.restoreEmail.title, restoreEmailPath)} />
      <PageHeading>{pages.restoreEmail.title}</PageHeading>
      <EmailLink
        label="Restore My Email"
        busyLabel="Restoring…"
        isBusy={restore.isPending}
        onClick={() => oneAtATime(() => restore.mutateAsync({ token }))}
        error={restore.isError ? messageOf(restore.error, failed) : undefined}
      >
        Did somebody else change the email of your account? Then take it back: your account has its email from before
        again, all devices are signed out, and you choose a new password.
      </EmailLink>
    </FormPanel>
  );
}
