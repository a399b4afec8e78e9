import type { ReactNode } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { useNeedsSecondFactor } from "../../features/account/second-factor-need.ts";
import { secondFactorPath } from "../../features/account/second-factor-place.ts";
import { useSession } from "../../features/account/use-session.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { homePath, loginPath } from "../../lib/paths.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { useIsHydrated } from "../../lib/use-is-hydrated.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { ScreenSkeleton } from "./screen-skeleton.tsx";

/** Lazy, because customers load none of the admin's code. */
const AdminNotes = lazyPart(
  "admin-notes",
  () => import("../../features/admin/opening/admin-notes.tsx").then((notes) => notes.AdminNotes),
  { failed: NoNotes },
);

function NoNotes() {
  return null;
}

/** Route guard for signed-in users. Redirects guests to sign in, and back here afterwards. */
export function RequireUser() {
  return <Guarded isAllowed={() => true} />;
}

/** Route guard for admins. Redirects customers to Home, guests to sign in, and admins to the set-up of a second factor. */
export function RequireAdmin() {
  if (useNeedsSecondFactor()) return <Navigate to={secondFactorPath} replace />;
  return (
    <Guarded isAllowed={(user) => user.isAdmin}>
      <AdminNotes />
    </Guarded>
  );
}

type GuardedProps = {
  isAllowed: (user: { isAdmin: boolean }) => boolean;
  /** What is above every screen. */
  children?: ReactNode;
};

function Guarded({ isAllowed, children }: GuardedProps) {
  const session = useSession();
  const isHydrated = useIsHydrated();
  const { pathname, search } = useLocation();
  if (!isHydrated) return <ScreenSkeleton />;
  if (session.kind === "anonymous") return <Navigate to={loginPath(pathname + search)} replace />;
  if (session.kind === "unknown") {
    if (session.error === null) return <ScreenSkeleton />;
    return (
      <>
        <PageHeading isHidden>Account</PageHeading>
        <ErrorAlert
          message={messageOf(session.error, "An unknown error occurred")}
          onRetry={session.retry}
          isRetrying={session.isRetrying}
        />
      </>
    );
  }
  if (!isAllowed(session.user)) return <Navigate to={homePath} replace />;
  return (
    <>
      {children}
      <Outlet />
    </>
  );
}
