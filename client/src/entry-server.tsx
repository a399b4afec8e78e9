import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { openShop, Providers } from "./app/providers.tsx";
import { Pages } from "./app/routes.tsx";
import { loadScreen } from "./app/shop-router.tsx";
import type { ShopPageData } from "./lib/page-data.ts";

/** The HTML of the page at a path with its query, as it is for a guest with an empty cart. */
export async function render(path: string, pageData: ShopPageData): Promise<string> {
  await loadScreen(new URL(path, "http://localhost").pathname);
  const shop = openShop(pageData);
  try {
    const html = renderToString(
      <StrictMode>
        <Providers shop={shop}>
          <StaticRouter location={path}>
            <Pages />
          </StaticRouter>
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
