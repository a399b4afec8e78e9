import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { useNavigate } from "react-router-dom";
import { EmailLink } from "../../features/account/email-link.tsx";
import classes from "../../features/account/form-panel.module.css";
import { FormPanel } from "../../features/account/form-panel.tsx";
import { useStartSession } from "../../features/account/use-session.ts";
import { useFragment } from "../../lib/fragment.ts";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { loginPath, openOrderPath, orderPath, profilePath } from "../../lib/paths.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { notify } from "../../ui/notify.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";

const failed = "Your order could not be opened";

/** Opens an order by the link in a mail to a customer who bought without an account. */
export function OpenOrderPage() {
  const token = useFragment().get("token") ?? "";
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const startSession = useStartSession();
  const oneAtATime = useOneAtATime();
  const open = trpc.account.openOrder.useMutation({
    onSuccess: ({ orderId, signedIn }) => {
      notify.withdrawErrors();
      if (signedIn !== undefined) startSession(signedIn);
      else notify.success("The order is in your account now");
      void utils.order.invalidate();
      void navigate(orderPath(orderId), { replace: true });
    },
    onError: (error) => notify.error(messageOf(error, failed)),
  });
  const { title } = pages.openOrder;
  return (
    <FormPanel>
      <PageMeta meta={plainMeta(title, openOrderPath)} />
      <PageHeading>{title}</PageHeading>
      <EmailLink
        label="See my order"
        busyLabel="Opening…"
        isBusy={open.isPending}
        onClick={() => oneAtATime(() => open.mutateAsync({ token }))}
        error={open.isError ? messageOf(open.error, failed) : undefined}
      >
        You bought without an account, so this link opens your order. It works for thirty days after we sent it.
      </EmailLink>
      <p className={classes.more}>
        Do you have an account? <PrefetchLink to={loginPath(profilePath)}>Sign In</PrefetchLink>
      </p>
    </FormPanel>
  );
}
