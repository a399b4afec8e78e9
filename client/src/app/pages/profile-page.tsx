import type { SignedIn } from "@shop/shared/account/account";
import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import { EmailConfirmation } from "../../features/account/email-confirmation.tsx";
import { MailChoices } from "../../features/account/mail-choices.tsx";
import { ProfileForm } from "../../features/account/profile-form.tsx";
import { Sessions } from "../../features/account/sessions.tsx";
import { StaffInvitation } from "../../features/account/staff-invitation.tsx";
import { useClearSession, useSession, useStartSession } from "../../features/account/use-session.ts";
import { YourData } from "../../features/account/your-data.tsx";
import { resetCart } from "../../features/cart/stored-cart.ts";
import { MyOrders } from "../../features/orders/my-orders.tsx";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { homePath, loginPagePath, profilePath } from "../../lib/paths.ts";
import { missingPart } from "../../ui/missing-part.tsx";
import { notify } from "../../ui/notify.ts";
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

// Lazy because only guest customers need them.
const KeepOrders = lazyPart(
  "keep-orders",
  () => import("../../features/account/keep-orders.tsx").then((part) => part.KeepOrders),
  { loading: () => <Skeleton height="11rem" />, failed: () => null },
);
const OrderLinks = lazyPart(
  "order-links",
  () => import("../../features/account/order-links.tsx").then((part) => part.OrderLinks),
  { loading: () => <Skeleton height="11rem" />, failed: missingPart("The links in our mails could not be shown.") },
);

// Lazy because most customers have none.
const OwnEarlierOrders = lazyPart(
  "own-earlier-orders",
  () => import("../../features/orders/own-earlier-orders.tsx").then((part) => part.OwnEarlierOrders),
  { failed: () => null },
);

// Lazy because most customers have none.
const OwnCredit = lazyPart(
  "own-credit",
  () => import("../../features/account/own-credit.tsx").then((part) => part.OwnCredit),
  { failed: missingPart("Your credit could not be shown.") },
);

// Lazy because most customers have none.
const YourQuestions = lazyPart(
  "your-questions",
  () => import("../../features/question/your-questions.tsx").then((part) => part.YourQuestions),
  { failed: missingPart("Your questions could not be shown.") },
);

// Lazy because of the fields of its forms.
const AddressBook = lazyPart(
  "address-book",
  () => import("../../features/account/address-book.tsx").then((part) => part.AddressBook),
  { loading: () => <Skeleton height="11rem" />, failed: missingPart("Your addresses could not be loaded.") },
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
  const clearSession = useClearSession();
  const navigate = useNavigate();
  if (session.kind !== "signed-in") return null;
  function leave(): void {
    // RequireUser redirects as soon as the session ends. flushSync runs that redirect before this navigation.
    flushSync(clearSession);
    resetCart();
    notify.withdrawErrors();
    notify.success("Your account was deleted");
    void navigate(homePath, { replace: true });
  }
  function goAgain(): void {
    flushSync(clearSession);
    void navigate(loginPagePath, { replace: true });
  }
  if (session.user.isGuest === true) return <GuestProfile user={session.user} onDeleted={leave} />;
  return (
    <div className={classes.page}>
      <PageMeta meta={plainMeta(pages.profile.title, profilePath)} />
      <PageHeading>Profile</PageHeading>
      <div className={classes.columns}>
        <Panel component="section" className={classes.panel} aria-label="Account">
          <EmailConfirmation />
          <ProfileForm key={session.user._id} user={session.user} onSaved={startSession} />
        </Panel>
        <div className={classes.main}>
          <StaffInvitation onAccepted={goAgain} />
          <Panel className={classes.panel}>
            <MyOrders />
          </Panel>
          <OwnCredit />
          <OwnEarlierOrders />
          <YourQuestions />
          <Panel className={classes.panel}>
            <AddressBook />
          </Panel>
          <div className={classes.settings}>
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
              <YourData user={session.user} onDeleted={leave} />
            </Panel>
          </div>
          <Panel className={classes.panel}>
            <Sessions />
          </Panel>
        </div>
      </div>
    </div>
  );
}

/** Orders and data of a customer who buys without an account. */
function GuestProfile({ user, onDeleted }: { user: SignedIn; onDeleted: () => void }) {
  return (
    <div className={classes.page}>
      <PageMeta meta={plainMeta(pages.profile.title, profilePath)} />
      <PageHeading>Profile</PageHeading>
      <div className={classes.columns}>
        <div className={classes.main}>
          <KeepOrders email={user.email} />
        </div>
        <div className={classes.main}>
          <Panel className={classes.panel}>
            <MyOrders />
          </Panel>
          <div className={classes.settings}>
            <Panel className={classes.panel}>
              <OrderLinks />
            </Panel>
            <Panel className={classes.panel}>
              <MailChoices />
            </Panel>
            <Panel className={classes.panel}>
              <YourData user={user} onDeleted={onDeleted} />
            </Panel>
          </div>
        </div>
      </div>
    </div>
  );
}
