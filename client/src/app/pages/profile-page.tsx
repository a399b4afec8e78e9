import { plainMeta } from "@shop/shared/page-data";
import { pages } from "@shop/shared/pages";
import { MailChoices } from "../../features/account/mail-choices.tsx";
import { ProfileForm } from "../../features/account/profile-form.tsx";
import { Sessions } from "../../features/account/sessions.tsx";
import { useSession, useStartSession } from "../../features/account/use-session.ts";
import { MyOrders } from "../../features/orders/my-orders.tsx";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { profilePath } from "../../lib/paths.ts";
import { missingPart } from "../../ui/missing-part.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import classes from "./profile-page.module.css";

// Lazy because of the library for passkeys.
const Passkeys = lazyPart(
  "passkeys",
  () => import("../../features/account/passkeys.tsx").then((part) => part.Passkeys),
  { loading: () => <Skeleton height="11rem" />, failed: missingPart("Your passkeys could not be loaded.") },
);

// Lazy because customers do not need it.
const SecondFactor = lazyPart(
  "second-factor",
  () => import("../../features/account/second-factor.tsx").then((part) => part.SecondFactor),
  { loading: () => <Skeleton height="14rem" />, failed: missingPart("Your second factor could not be loaded.") },
);

/** Account and orders of the signed-in customer. */
export function ProfilePage() {
  const session = useSession();
  const startSession = useStartSession();
  if (session.kind !== "signed-in") return null;
  return (
    <div className={classes.page}>
      <PageMeta meta={plainMeta(pages.profile.title, profilePath)} />
      <PageHeading>Profile</PageHeading>
      <div className={classes.columns}>
        <div className={classes.account}>
          <Panel component="section" className={classes.panel} aria-label="Account">
            <ProfileForm key={session.user._id} user={session.user} onSaved={startSession} />
          </Panel>
          {session.user.isAdmin && (
            <Panel className={classes.panel}>
              <SecondFactor />
            </Panel>
          )}
          <Panel className={classes.panel}>
            <Passkeys />
          </Panel>
          <Panel className={classes.panel}>
            <MailChoices />
          </Panel>
          <Panel className={classes.panel}>
            <Sessions />
          </Panel>
        </div>
        <Panel className={classes.panel}>
          <MyOrders />
        </Panel>
      </div>
    </div>
  );
}
