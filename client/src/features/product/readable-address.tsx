import type { Product } from "@shop/shared/catalog/catalog";
import { canonicalProductPath } from "@shop/shared/catalog/product-path";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { trpc } from "../../lib/trpc.ts";
import { toStayOn } from "../../ui/navigation-focus.ts";

/** Shows the address of a product that has its name, without another entry in the browser's history. */
export function ReadableAddress({ product: { _id, slug } }: { product: Product }) {
  const { pathname, search, hash, key, state } = useLocation();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const path = canonicalProductPath({ _id, slug }, "name");
  useEffect(() => {
    if (slug === undefined || pathname === path) return;
    utils.catalog.productOfSlug.setData({ slug }, { _id });
    const present: object = Object(state);
    void navigate(path + search + hash, {
      replace: true,
      preventScrollReset: true,
      state: { ...present, ...toStayOn({ key, state }) },
    });
  }, [pathname, path, slug, _id, search, hash, key, state, navigate, utils]);
  return null;
}
