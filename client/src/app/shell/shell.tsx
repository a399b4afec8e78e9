import { type ComponentType, lazy, Suspense } from "react";
import { type Location, Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router-dom";
import { useOnline } from "../../lib/online.ts";
import { PrefetchContext } from "../../ui/prefetch-link.tsx";
import { useShop } from "../../ui/shop-identity.ts";
import { usePrefetch } from "../use-prefetch.ts";
import { DemoStrip } from "./demo-strip.tsx";
import { Header } from "./header.tsx";
import classes from "./shell.module.css";
import { useFocusReturn } from "./use-focus-return.ts";

/** Comes behind the page's own code, which the first picture waits for; a shop without messages still works. */
const ToastArea = lazy(async (): Promise<{ default: ComponentType }> => {
  const messages = await import("../../ui/toast-area.tsx").catch(() => undefined);
  return { default: messages?.ToastArea ?? (() => null) };
});

/** The frame of every page. */
export function Shell() {
  useFocusReturn();
  const isNavigating = useNavigation().state !== "idle";
  const { payments } = useShop();
  const { pathname } = useLocation();
  return (
    <PrefetchContext value={usePrefetch()}>
      <div className={classes.shell}>
        <a className={classes.skip} href="#main">
          Skip to main content
        </a>
        {payments === "simulator" && <DemoStrip />}
        <Header />
        <OfflineStrip />
        <div className={classes.progress} data-active={isNavigating || undefined} aria-hidden="true" />
        <main id="main" className={classes.main} tabIndex={-1} aria-busy={isNavigating}>
          <Outlet />
        </main>
        {/* Each screen has its own, so that none is seen to jump to where the next screen ends. */}
        <Footer key={pathname} />
        <Suspense>
          <ToastArea />
        </Suspense>
        <ScrollRestoration getKey={placeOf} />
      </div>
    </PrefetchContext>
  );
}

/** Under which name a scroll position is kept. The first location of every visit has the same key, so its address is taken. */
function placeOf({ key, pathname, search }: Location): string {
  return key === "default" ? pathname + search : key;
}

function OfflineStrip() {
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className={classes.offline}>You are offline. Your cart still works; the rest waits for a connection.</p>
      )}
    </div>
  );
}

function Footer() {
  const { name } = useShop();
  return (
    <footer className={classes.footer}>
      <p>
        <strong>{name}</strong> © {new Date().getFullYear()}
      </p>
      <p>Electronics, fashion and accessories, chosen with care.</p>
    </footer>
  );
}
