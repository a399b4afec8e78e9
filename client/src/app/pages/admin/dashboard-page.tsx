import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { useSession } from "../../../features/account/use-session.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { dashboardScreen } from "../../screens.ts";
import { ScreenSkeleton } from "../../shell/screen-skeleton.tsx";

// Lazy, because customers load none of the admin's code.
const Dashboard = lazy(async () => ({ default: (await dashboardScreen.lazy()).Component }));

/** Home for a stored admin session: the dashboard once the server confirms the role, else the shop. */
export function AdminHome({ shop }: { shop: ReactNode }) {
  const session = useSession();
  // In parallel with the session request.
  useEffect(dashboardScreen.preload, []);
  if (session.kind === "unknown") {
    if (session.error === null) return <ScreenSkeleton />;
    return (
      <>
        <PageHeading isHidden>Home</PageHeading>
        <ErrorAlert
          message={messageOf(session.error, "An unknown error occurred")}
          onRetry={session.retry}
          isRetrying={session.isRetrying}
        />
      </>
    );
  }
  if (session.kind === "anonymous" || !session.user.isAdmin) return shop;
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <Dashboard />
    </Suspense>
  );
}
