import { homeListInput } from "@shop/shared/page-data";
import { useCallback } from "react";
import { cartPath, keywordOf, pageNumberOf } from "../lib/paths.ts";
import { keptBriefly } from "../lib/query-client.ts";
import { trpc } from "../lib/trpc.ts";
import { cartScreen, productScreen } from "./screens.ts";

/** Loads the code and the data of an address before somebody goes there. */
export function usePrefetch(): (path: string) => void {
  const utils = trpc.useUtils();
  return useCallback(
    (path) => {
      const pathname = path.split(/[?#]/, 1)[0] ?? path;
      const productId = /^\/product\/([^/]+)$/.exec(pathname)?.[1];
      if (productId !== undefined) {
        productScreen.preload();
        void utils.catalog.product.prefetch({ id: decodeURIComponent(productId) }, keptBriefly);
      } else if (pathname === cartPath) {
        cartScreen.preload();
      } else if (/^\/$|^\/(search|page)\//.test(pathname)) {
        const pageNumber = pageNumberOf(/\/page\/([^/]+)$/.exec(pathname)?.[1]);
        void utils.catalog.list.prefetch(homeListInput(keywordOf(pathname), pageNumber), keptBriefly);
      }
    },
    [utils],
  );
}
