import { findPage, type Page } from "@shop/shared/page/pages";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom";
import { openShop, Providers } from "./app/providers.tsx";
import { loadScreen, openRoutes } from "./app/routes.tsx";
import type { ShopPageData } from "./lib/page-data.ts";

type Handler = ReturnType<typeof createStaticHandler>;

/** A handler for each page with its route alone, because the router ranks all routes again for each rendering. */
const handlers = new Map<Page | undefined, Handler>();

function handlerAt(pathname: string): Handler {
  const page = findPage(pathname)?.page;
  const handler = handlers.get(page) ?? createStaticHandler(openRoutes(page && [page]));
  handlers.set(page, handler);
  return handler;
}

/** The HTML of the page at a path with its query, as it is for a guest with an empty cart. */
export async function render(path: string, pageData: ShopPageData): Promise<string> {
  const url = new URL(path, "http://localhost");
  await loadScreen(url.pathname, pageData);
  const handler = handlerAt(url.pathname);
  const context = await handler.query(new Request(url));
  if (context instanceof Response) throw new Error(`No route loads data, but one at ${path} answers`);
  const shop = openShop(pageData);
  try {
    const html = renderToString(
      <StrictMode>
        <Providers shop={shop}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </Providers>
      </StrictMode>,
    );
    // React leaves out a part that fails within a boundary.
    if (html.includes("<!--$!-->")) throw new Error(`A part of the page at ${path} could not be rendered`);
    // The page's head preloads its largest image.
    return html.replace(/^(<link rel="preload"[^>]*>)+/, "");
  } finally {
    // Otherwise timers would hold the answers for a minute.
    shop.queryClient.clear();
  }
}
