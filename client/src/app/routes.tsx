import { type Page, type PageAccess, pages } from "@shop/shared/pages";
import { createBrowserRouter, type RouteObject } from "react-router-dom";
import { restoreBackForwardCache } from "../lib/back-forward-cache.ts";
import { HomePage } from "./pages/home-page.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { screens } from "./screens.ts";
import { CrashScreen } from "./shell/crash-screen.tsx";
import { RequireAdmin, RequireUser } from "./shell/require-session.tsx";
import { ScreenSkeleton } from "./shell/screen-skeleton.tsx";
import { Shell } from "./shell/shell.tsx";

function NotRendered() {
  return null;
}

function toRoute({ path, screen, access }: Page): RouteObject {
  // The server renders the guards of these screens alone.
  if (import.meta.env.SSR && access !== "everyone") return { path, Component: NotRendered };
  return screen === "home-page" ? { path, Component: HomePage } : { path, lazy: screens[screen].lazy };
}

function routesFor(access: PageAccess): RouteObject[] {
  return Object.values<Page>(pages)
    .filter((page) => page.access === access)
    .map(toRoute);
}

/** The routes of the manifest's pages, below the guards of those who may see them. */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: CrashScreen,
    children: [
      {
        // Below the shell, so that the header stays when a screen fails.
        ErrorBoundary: CrashScreen,
        HydrateFallback: ScreenSkeleton,
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
];

/** The router of the browser's address bar. */
export function createAppRouter() {
  const router = createBrowserRouter(routes);
  // The subscriber runs before React renders the new location.
  router.subscribe(({ historyAction }) => {
    if (historyAction === "POP") restoreBackForwardCache();
  });
  return router;
}
