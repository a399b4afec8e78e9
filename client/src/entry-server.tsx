import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom";
import { openShop, Providers } from "./app/providers.tsx";
import { routes } from "./app/routes.tsx";
import type { ShopPageData } from "./lib/page-data.ts";

const { dataRoutes, query } = createStaticHandler(routes);

/** The HTML of the page at a path with its query, as it is for a guest with an empty cart. */
export async function render(path: string, pageData: ShopPageData): Promise<string> {
  const context = await query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error(`The page at ${path} redirects`);
  const shop = openShop(pageData);
  try {
    const html = renderToString(
      <StrictMode>
        <Providers shop={shop}>
          <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
        </Providers>
      </StrictMode>,
    );
    // The page's head preloads its largest image.
    return html.replace(/^(<link rel="preload"[^>]*>)+/, "");
  } finally {
    // Otherwise timers would hold the answers for a minute.
    shop.queryClient.clear();
  }
}
