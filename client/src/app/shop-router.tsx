import { findPage } from "@shop/shared/page/pages";
import { type ReactNode, startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Navigator, Router, resolvePath, type UNSAFE_createBrowserHistory } from "react-router-dom";
import { restoreBackForwardCache } from "../lib/back-forward-cache.ts";
import { type Guard, NavigationContext } from "../lib/navigation.ts";
import { rememberPlace, useScrollPlaces } from "../lib/use-scroll-places.ts";
import { screens } from "./screens.ts";

/** The history of a browser, or one in memory, with React Router 5's events: one for each change. */
export type ShopHistory = ReturnType<typeof UNSAFE_createBrowserHistory>;

type Shown = Pick<ShopHistory, "location" | "action"> & { isScrollReset: boolean };

/** Loads the screen at a path; `undefined` if there is nothing to wait for. */
export function loadScreen(pathname: string): Promise<void> | undefined {
  const screen = findPage(pathname)?.page.screen ?? "home-page";
  return screen === "home-page" ? undefined : screens[screen].load();
}

/**
 * Router in which a navigation waits for the code of its screen, while the screen before it stays, and for the guard of
 * unsaved changes. React Router's data routers do that as well, and their loaders, actions and fetchers, which tRPC makes
 * needless, would double the size of the router.
 */
export function ShopRouter({ history, children }: { history: ShopHistory; children: ReactNode }) {
  const [shown, setShown] = useState<Shown>(() => ({ ...currentOf(history), isScrollReset: false }));
  const [isPending, setPending] = useState(false);
  const latest = useRef(shown);
  const waiting = useRef<(() => void)[]>([]);
  const subscribers = useRef(new Set<() => void>());
  const control = useMemo(() => {
    const show = (next: Shown) => {
      rememberPlace(latest.current.location);
      latest.current = next;
      startTransition(() => setShown(next));
      for (const notify of subscribers.current) notify();
    };
    return controlHistory(history, show, setPending);
  }, [history]);
  const navigation = useMemo(
    () => ({
      isPending,
      guard: control.guard,
      whenShown: () => new Promise<void>((resolve) => waiting.current.push(resolve)),
      latest: () => latest.current.location,
      subscribe: (onChange: () => void) => {
        subscribers.current.add(onChange);
        return () => void subscribers.current.delete(onChange);
      },
    }),
    [isPending, control],
  );

  useLayoutEffect(() => control.listen(latest.current), [control]);
  useEffect(() => {
    if (shown !== latest.current) return;
    for (const resolve of waiting.current.splice(0)) resolve();
  }, [shown]);

  return (
    <NavigationContext value={navigation}>
      <Router location={shown.location} navigationType={shown.action} navigator={control.navigator}>
        {/* Around the rest: a sibling would give React's ids other values than on the server. */}
        <ScrollPlaces isReset={shown.isScrollReset}>{children}</ScrollPlaces>
      </Router>
    </NavigationContext>
  );
}

function ScrollPlaces({ isReset, children }: { isReset: boolean; children: ReactNode }) {
  useScrollPlaces(isReset);
  return children;
}

function currentOf({ location, action }: ShopHistory): Pick<ShopHistory, "location" | "action"> {
  return { location, action };
}

/** Delays the changes of a history until they may be shown. */
function controlHistory(history: ShopHistory, show: (next: Shown) => void, setPending: (isPending: boolean) => void) {
  let guard: Guard | undefined;
  /** Counts navigations: one that waits gives way to the next. */
  let count = 0;
  let isScrollReset = true;
  let isReverting = false;
  let isAnswered = false;

  /** Runs the action at once, or when the screen at the path has loaded. */
  function whenLoaded(pathname: string, action: () => void): void {
    count += 1;
    const number = count;
    const loading = loadScreen(pathname);
    setPending(loading !== undefined);
    if (loading === undefined) {
      action();
      return;
    }
    void loading.then(() => {
      if (number !== count) return;
      setPending(false);
      action();
    });
  }

  const navigate =
    (change: "push" | "replace"): Navigator["push"] =>
    (to, state, options) => {
      const { pathname } = resolvePath(to);
      const proceed = () =>
        whenLoaded(pathname, () => {
          isScrollReset = options?.preventScrollReset !== true;
          history[change](to, state);
        });
      if (guard?.(pathname, proceed) !== true) proceed();
    };

  /** Back and Forward, of which the browser tells afterwards: a held one is taken back. */
  function handlePop(delta: number | null, next: Shown): void {
    if (isReverting) {
      isReverting = false;
      return;
    }
    const proceed = () => {
      isAnswered = true;
      history.go(delta ?? 0);
    };
    if (!isAnswered && delta !== null && guard?.(next.location.pathname, proceed) === true) {
      isReverting = true;
      history.go(-delta);
      return;
    }
    isAnswered = false;
    whenLoaded(next.location.pathname, () => {
      // Before the screen asks for its data.
      restoreBackForwardCache();
      show(next);
    });
  }

  return {
    navigator: {
      createHref: history.createHref,
      encodeLocation: history.encodeLocation,
      go: (delta: number) => history.go(delta),
      push: navigate("push"),
      replace: navigate("replace"),
    } satisfies Navigator,
    guard: (next: Guard) => {
      guard = next;
      return () => {
        if (guard === next) guard = undefined;
      };
    },
    /** `shown` is what is on the screen: a Back before hydration had no listener. */
    listen: (shown: Shown) => {
      const stop = history.listen(({ action, location, delta }) => {
        if (action === "POP") handlePop(delta, { action, location, isScrollReset: true });
        else show({ action, location, isScrollReset });
      });
      const { location } = history;
      if (history.createHref(location) !== history.createHref(shown.location)) {
        handlePop(null, { location, action: history.action, isScrollReset: true });
      }
      return stop;
    },
  };
}
