import { hasOwnBlocks } from "@shop/shared/page/home-layout";
import { findPage, type Page, type PageAccess, pages } from "@shop/shared/page/pages";
import { Outlet, type RouteObject, ScrollRestoration } from "react-router-dom";
import { searchAnswer } from "../features/catalog/search-answer-screen.ts";
import type { LazyScreen } from "../lib/lazy-part.tsx";
import { hasAnswerIn, homeBlocksIn, type ShopPageData } from "../lib/page-data.ts";
import { ownHome } from "./own-home-screen.ts";
import { HomePage } from "./pages/home-page.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { screenOf } from "./screens.ts";
import { CrashBoundary } from "./shell/crash-screen.tsx";
import { RequireAdmin, RequireUser } from "./shell/require-session.tsx";
import { ScreenSkeleton } from "./shell/screen-skeleton.tsx";
import { Shell } from "./shell/shell.tsx";

/** Loads the code of the screen at a path, which rendering with a page's data needs; `undefined` if there is nothing to wait for. */
export function loadScreen(pathname: string, pageData?: ShopPageData): Promise<void> | undefined {
  const loading = screensAt(pathname, pageData).flatMap((screen) => screen.load() ?? []);
  return loading.length === 0 ? undefined : Promise.all(loading).then(() => undefined);
}

/** Whether the screen at a path could not be loaded, so that the server's HTML cannot be hydrated. */
export function isScreenMissing(pathname: string, pageData?: ShopPageData): boolean {
  return screensAt(pathname, pageData).some((screen) => screen.hasFailed());
}

/** Nothing for the specified Home and the 404 page, which are part of the first download. */
function screensAt(pathname: string, pageData: ShopPageData | undefined): LazyScreen[] {
  const screen = findPage(pathname)?.page.screen ?? "home-page";
  if (screen !== "home-page") return [screenOf(screen)];
  const own = hasOwnBlocks(homeBlocksIn(pageData)) ? [ownHome] : [];
  return hasAnswerIn(pageData) ? [...own, searchAnswer] : own;
}

function NotRendered() {
  return null;
}

function toRoute({ path, screen, access }: Page): RouteObject {
  // The server renders the guards of these screens alone.
  if (import.meta.env.SSR && access !== "everyone") return { path, Component: NotRendered };
  if (screen === "home-page") return { path, Component: HomePage };
  const { Component, isReady, load } = screenOf(screen);
  if (isReady()) return { path, Component };
  return {
    path,
    HydrateFallback: ScreenSkeleton,
    lazy: async () => {
      await load();
      return { Component };
    },
  };
}

const allPages = Object.values<Page>(pages);

/** The first address of a tab has a key that every other first address has as well. */
const placeKey = ({ key, pathname, search }: { key: string; pathname: string; search: string }) =>
  key === "default" ? pathname + search : key;

function Root() {
  return (
    <CrashBoundary>
      <Outlet />
      <ScrollRestoration getKey={placeKey} />
    </CrashBoundary>
  );
}

/** Below the shell, so that the header stays when a screen fails. */
function Screens() {
  return (
    <CrashBoundary>
      <Outlet />
    </CrashBoundary>
  );
}

/**
 * The routes of the manifest's pages, below the guards of those who may see them. A navigation waits for the code of its
 * screen, while the screen before it stays; a screen whose code is there already is not waited for.
 *
 * @param of the pages to have routes for: who renders one page saves the matching of all others
 */
export function openRoutes(of: readonly Page[] = allPages): RouteObject[] {
  const routesFor = (access: PageAccess) => of.filter((page) => page.access === access).map(toRoute);
  return [
    {
      Component: Root,
      children: [
        {
          Component: Shell,
          children: [
            {
              Component: Screens,
              children: [
                ...routesFor("everyone"),
                { Component: RequireUser, children: routesFor("user") },
                {
                  // The guard comes before the 404, so that only admins learn which addresses exist.
                  path: "/admin",
                  Component: RequireAdmin,
                  children: [...routesFor("admin"), { path: "*", Component: NotFoundPage }],
                },
                { path: "*", Component: NotFoundPage },
              ],
            },
          ],
        },
      ],
    },
  ];
}
