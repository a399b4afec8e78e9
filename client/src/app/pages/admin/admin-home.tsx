import type { ReactNode } from "react";
import { Navigate } from "react-router-dom";
import { useNeedsSecondFactor } from "../../../features/account/second-factor-need.ts";
import { secondFactorPath } from "../../../features/account/second-factor-place.ts";
import { useSession } from "../../../features/account/use-session.ts";
import { Dashboard } from "../../../features/admin/dashboard/dashboard.tsx";
import { messageOf } from "../../../lib/request-failure.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { ScreenSkeleton } from "../../shell/screen-skeleton.tsx";

/** The dashboard once the server confirms the role, else the shop. */
export function AdminHome({ shop }: { shop: ReactNode }) {
  const session = useSession();
  const needsSecondFactor = useNeedsSecondFactor();
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
