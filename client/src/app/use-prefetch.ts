import { hasOwnBlocks } from "@shop/shared/page/home-layout";
import { homeListInput } from "@shop/shared/page/page-data";
import { toPageNumber } from "@shop/shared/page/page-number";
import { findPage } from "@shop/shared/page/pages";
import { useCallback } from "react";
import { useSignedIn } from "../features/account/session-store.ts";
import { keywordOf } from "../lib/paths.ts";
import { cachedBriefly } from "../lib/query-client.ts";
import { trpc } from "../lib/trpc.ts";
import { AdminHome } from "./admin-home-screen.ts";
import { ownHome } from "./own-home-screen.ts";
import { screenOf } from "./screens.ts";

/** Loads the code and the data of a page before the user navigates to it. */
export function usePrefetch(): (path: string) => void {
  const utils = trpc.useUtils();
  const isAdmin = useSignedIn()?.isAdmin ?? false;
  return useCallback(
    (path) => {
      const { pathname, searchParams } = new URL(path, location.origin);
      const found = findPage(pathname);
      if (found === undefined) return;
      const { screen } = found.page;
      const { id = "", pageNumber } = found.params;
      if (screen === "home-page") {
        if (isAdmin) return AdminHome.preload();
        const input = homeListInput(keywordOf(pathname), toPageNumber(pageNumber), searchParams.getAll("typed"));
        const isFirstPage = input.pageNumber === 1;
        if (input.keyword === "") void prefetchHome(utils, isFirstPage);
        void utils.catalog.list.prefetch(input, cachedBriefly);
        return;
      }
      screenOf(screen).preload();
      if (id === "") return;
      if (screen === "product-page") void utils.catalog.product.prefetch({ id }, cachedBriefly);
      if (screen === "order-page") void utils.order.byId.prefetch({ id }, cachedBriefly);
    },
    [utils, isAdmin],
  );
}

/** With the code of the owner's parts, if there are any. A failure shows when Home is rendered. */
async function prefetchHome({ catalog }: ReturnType<typeof trpc.useUtils>, isFirstPage: boolean): Promise<void> {
  const blocks = await catalog.home.fetch({ isFirstPage }, cachedBriefly).catch(() => []);
  if (hasOwnBlocks(blocks)) ownHome.preload();
}
