import type { ComponentProps } from "react";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { restoreBackForwardCache } from "../lib/back-forward-cache.ts";
import { openRoutes } from "./routes.tsx";

type Router = ComponentProps<typeof RouterProvider>["router"];

/** Opens the router at the browser's address. */
export function openBrowserRouter(): Router {
  // Before the router shows the screen, which then finds its data.
  window.addEventListener("popstate", restoreBackForwardCache);
  // Data of loaders, of which there are none, tell the router that the page is rendered, so that it is not scrolled.
  return createBrowserRouter(openRoutes(), { hydrationData: { loaderData: {} } });
}

/** Shows what the router is at, at once: a control in the address, such as a filter, answers when it is used. */
export function ShopRouter({ router }: { router: Router }) {
  return <RouterProvider router={router} useTransitions={false} />;
}
