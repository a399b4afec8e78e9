import { type Page, type PageAccess, pages } from "@shop/shared/page/pages";
import { Outlet, type RouteObject, useRoutes } from "react-router-dom";
import { HomePage } from "./pages/home-page.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { screens } from "./screens.ts";
import { CrashBoundary } from "./shell/crash-screen.tsx";
import { RequireAdmin, RequireUser } from "./shell/require-session.tsx";
import { Shell } from "./shell/shell.tsx";

function NotRendered() {
  return null;
}

function toRoute({ path, screen, access }: Page): RouteObject {
  // The server renders the guards of these screens alone.
  if (import.meta.env.SSR && access !== "everyone") return { path, Component: NotRendered };
  return { path, Component: screen === "home-page" ? HomePage : screens[screen].Component };
}

function routesFor(access: PageAccess): RouteObject[] {
  return Object.values<Page>(pages)
    .filter((page) => page.access === access)
    .map(toRoute);
}

/** Below the shell, so that the header stays when a screen fails. */
function Screens() {
  return (
    <CrashBoundary>
      <Outlet />
    </CrashBoundary>
  );
}

/** The routes of the manifest's pages, below the guards of those who may see them. */
const routes: RouteObject[] = [
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
];

/** The page at the router's location. */
export function Pages() {
  return <CrashBoundary>{useRoutes(routes)}</CrashBoundary>;
}
