import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
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

type Words = { title: string; question: string; done: string; toast: string; failed: string };

const address: Words = {
  title: pages.confirmEmail.title,
  question: "Is the address to which we sent the mail yours? Then please confirm it.",
  done: "Your email is confirmed. From now on our mails go to it.",
  toast: "Email confirmed",
  failed: "Your email could not be confirmed",
};

/** For mails about a new passkey or authenticator app. */
const newFactor: Words = {
  title: "Was This You?",
  question: "Did you add the new way to sign in that our mail tells of? Then please confirm it.",
  done: "Thank you. It stays yours, even if you ever choose a new password by mail.",
  toast: "Confirmed",
  failed: "It could not be confirmed",
};

/** Confirms what a mail tells of by the link in it, also for whoever is not signed in. */
export function ConfirmEmailPage() {
  const fragment = useFragment();
  const token = fragment.get("token") ?? "";
  const words = fragment.get("about") === "sign-in" ? newFactor : address;
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const confirm = trpc.account.confirmEmail.useMutation({
    onSuccess: () => {
      notify.withdrawErrors();
      notify.success(words.toast);
      void utils.account.emailConfirmation.invalidate();
    },
    onError: (error) => notify.error(messageOf(error, words.failed)),
  });
  return (
    <FormPanel>
      <PageMeta meta={plainMeta(pages.confirmEmail.title, confirmEmailPath)} />
      <PageHeading>{words.title}</PageHeading>
      {confirm.isSuccess ? (
        <StateAlert tone="success">{words.done}</StateAlert>
      ) : (
        <EmailLink
          label="Confirm"
          busyLabel="Confirming…"
          isBusy={confirm.isPending}
          onClick={() => oneAtATime(() => confirm.mutateAsync({ token }))}
          error={confirm.isError ? messageOf(confirm.error, words.failed) : undefined}
        >
          {words.question}
        </EmailLink>
      )}
      <p className={classes.more}>
        {confirm.isError && "You can have the mail sent again there: "}
        <PrefetchLink to={profilePath}>Your profile</PrefetchLink>
      </p>
    </FormPanel>
  );
}
