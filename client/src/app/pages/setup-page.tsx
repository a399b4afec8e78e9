import { Text } from "@mantine/core";
import type { SignedIn } from "@shop/shared/account/account";
import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { useNavigate } from "react-router-dom";
import { FormPanel } from "../../features/account/form-panel.tsx";
import { OwnerForm } from "../../features/account/owner-form.tsx";
import { useStartSession } from "../../features/account/use-session.ts";
import { homePath, loginPath } from "../../lib/paths.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** The first screen of a new shop, which makes its owner. */
export function SetupPage() {
  const state = trpc.setup.state.useQuery();
  const startSession = useStartSession();
  const navigate = useNavigate();
  const onSignedIn = (signedIn: SignedIn) => {
    startSession(signedIn);
    void navigate(homePath);
  };
  return (
    <FormPanel>
      <PageMeta meta={plainMeta(pages.setup.title, pages.setup.path)} />
      <PageHeading>Set Up Your Shop</PageHeading>
      {state.data === undefined ? (
        state.isError ? (
          <ErrorAlert
            message={messageOf(state.error, "Failed to load")}
            onRetry={() => void state.refetch()}
            isRetrying={state.isFetching}
          />
        ) : (
          <Skeleton height="20rem" />
        )
      ) : state.data.isNeeded ? (
        <>
          <Text c="dimmed">Make your own account first. The shop stays closed until you open it.</Text>
          <OwnerForm isCodeNeeded={state.data.isCodeNeeded} onSignedIn={onSignedIn} />
        </>
      ) : (
        <Text>
          This shop has an owner already. <PrefetchLink to={loginPath(homePath)}>Sign In</PrefetchLink>
        </Text>
      )}
    </FormPanel>
  );
}
