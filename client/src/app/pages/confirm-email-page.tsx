import { plainMeta } from "@shop/shared/page-data";
import { pages } from "@shop/shared/pages";
import { EmailLink } from "../../features/account/email-link.tsx";
import classes from "../../features/account/form-panel.module.css";
import { FormPanel } from "../../features/account/form-panel.tsx";
import { useFragment } from "../../lib/fragment.ts";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { confirmEmailPath, profilePath } from "../../lib/paths.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { notify } from "../../ui/notify.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { StateAlert } from "../../ui/state-alert.tsx";

const failed = "Your email could not be confirmed";

/** Confirms a new e-mail by the link of the mail to it, also for whoever is not signed in. */
export function ConfirmEmailPage() {
  const token = useFragment().get("token") ?? "";
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const confirm = trpc.account.confirmEmail.useMutation({
    onSuccess: () => {
      notify.withdrawErrors();
      notify.success("Email confirmed");
      void utils.account.emailConfirmation.invalidate();
    },
    onError: (error) => notify.error(messageOf(error, failed)),
  });
  return (
    <FormPanel>
      <PageMeta meta={plainMeta(pages.confirmEmail.title, confirmEmailPath)} />
      <PageHeading>{pages.confirmEmail.title}</PageHeading>
      {confirm.isSuccess ? (
        <StateAlert tone="success">Your email is confirmed. From now on our mails go to it.</StateAlert>
      ) : (
        <EmailLink
          label="Confirm"
          busyLabel="Confirming…"
          isBusy={confirm.isPending}
          onClick={() => oneAtATime(() => confirm.mutateAsync({ token }))}
          error={confirm.isError ? messageOf(confirm.error, failed) : undefined}
        >
          Is the address to which we sent the mail yours? Then please confirm it.
        </EmailLink>
      )}
      <p className={classes.more}>
        {confirm.isError && "You can have the mail sent again there: "}
        <PrefetchLink to={profilePath}>Your profile</PrefetchLink>
      </p>
    </FormPanel>
  );
}
