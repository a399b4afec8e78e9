import { Suspense } from "react";
import { Outlet, useLocation, useNavigation } from "react-router-dom";
import { useSignedIn } from "../../features/account/session-store.ts";
import { productsId } from "../../features/catalog/products-id.ts";
import { lazyPart, type PartFailure } from "../../lib/lazy-part.tsx";
import { useOnline } from "../../lib/online.ts";
import { checkoutPaths, homePath } from "../../lib/paths.ts";
import { PrefetchContext } from "../../ui/prefetch-link.tsx";
import { useShop } from "../../ui/shop-identity.ts";
import { usePrefetch } from "../use-prefetch.ts";
import { AdminSide } from "./admin-side.tsx";
import { CardExtras } from "./card-extras.tsx";
import { DemoBanner } from "./demo-banner.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { MenuLink } from "./menu-link.tsx";
import classes from "./shell.module.css";
import { useFocusReturn } from "./use-focus-return.ts";
import { useRetryOnNavigation } from "./use-retry-on-navigation.ts";

/** Lazy, so that it does not delay the first render. The shop works without it. */
const AfterFirstRender = lazyPart(
  "after-first-render",
  () => import("./after-first-render.tsx").then((part) => part.AfterFirstRender),
  { failed: MissingPart },
);

/** Layout of every page. */
export function Shell() {
  useFocusReturn();
  const isNavigating = useNavigation().state !== "idle";
  const { payments, announcement, headerMenu } = useShop();
  const { pathname } = useLocation();
  const isAdmin = useSignedIn()?.isAdmin ?? false;
  const isCheckout = !isAdmin && checkoutPaths.includes(pathname);
  const isAdminScreen = isAdmin && (pathname === homePath || pathname.startsWith("/admin/"));
  return (
    <PrefetchContext value={usePrefetch()}>
      <div className={classes.shell} data-admin={isAdmin || undefined} data-checkout={isCheckout || undefined}>
        <a className={classes.skip} href="#main">
          Skip to main content
        </a>
        {/* Only where there is a list of products. */}
        <a className={`${classes.skip} ${classes.skipToProducts}`} href={`#${productsId}`}>
          Skip to products
        </a>
        {payments === "simulator" && <DemoBanner />}
        <Header isCheckout={isCheckout} />
        {headerMenu !== undefined && !isAdminScreen && !isCheckout && (
          <nav className={classes.menu} aria-label="Menu">
            <ul>
              {headerMenu.map((link) => (
                <MenuLink key={link.label} link={link} />
              ))}
            </ul>
          </nav>
        )}
        {announcement !== undefined && (
          <aside className={classes.announcement} aria-label="Announcement">
            {announcement}
          </aside>
        )}
        <OfflineBanner />
        <div className={classes.progress} data-active={isNavigating || undefined} aria-hidden="true" />
        {isAdmin && <AdminSide />}
        <main id="main" className={classes.main} tabIndex={-1} aria-busy={isNavigating}>
          <CardExtras>
            <Outlet />
          </CardExtras>
        </main>
        {/* Keyed by path: a new footer per screen causes no layout shift. */}
        {!isAdminScreen && (
          <Suspense key={pathname}>
            <Footer isShort={isCheckout} />
          </Suspense>
        )}
        <AfterFirstRender />
      </div>
    </PrefetchContext>
  );
}

function MissingPart({ onRetry }: PartFailure) {
  useRetryOnNavigation(onRetry);
  return null;
}

function OfflineBanner() {
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className={classes.offline}>
          You are offline. Your cart still works. Everything else works again once you are connected.
        </p>
      )}
    </div>
  );
}
