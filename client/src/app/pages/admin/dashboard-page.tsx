import { type ReactNode, useEffect } from "react";
import { Navigate } from "react-router-dom";
import { useNeedsSecondFactor } from "../../../features/account/second-factor-need.ts";
import { secondFactorPath } from "../../../features/account/second-factor-place.ts";
import { useSession } from "../../../features/account/use-session.ts";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { messageOf } from "../../../lib/request-failure.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { MissingScreen } from "../../shell/missing-screen.tsx";
import { ScreenSkeleton } from "../../shell/screen-skeleton.tsx";

/** What admins see on Home in place of the catalog. Lazy, because customers load none of the admin's code. */
export const Dashboard = lazyPart(
  "dashboard",
  () => import("../../../features/admin/dashboard/dashboard.tsx").then((home) => home.Dashboard),
  { loading: ScreenSkeleton, failed: MissingScreen },
);

/** Home for a stored admin session: the dashboard once the server confirms the role, else the shop. */
export function AdminHome({ shop }: { shop: ReactNode }) {
  const session = useSession();
  const needsSecondFactor = useNeedsSecondFactor();
  // In parallel with the session request.
  useEffect(Dashboard.preload, []);
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
  return needsSecondFactor ? <Navigate to={secondFactorPath} replace /> : <Dashboard />;
}
