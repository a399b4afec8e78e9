import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { useSession } from "../../features/account/use-session.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { deskHomeScreen } from "../screens.ts";
import { ScreenSkeleton } from "../shell/screen-skeleton.tsx";

// Shoppers need none of the desk's code.
const DeskHome = lazy(async () => ({ default: (await deskHomeScreen.lazy()).Component }));

/** Home for whoever the browser remembers as an administrator: the desk when the server says the same, else the shop. */
export function AdminHome({ shop }: { shop: ReactNode }) {
  const session = useSession();
  // The code need not wait for the server's word.
  useEffect(deskHomeScreen.preload, []);
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
      <DeskHome />
    </Suspense>
  );
}
