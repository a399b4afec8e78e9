import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { keywordOf, productsPath } from "../../lib/paths.ts";
import { noteResults } from "../../lib/search-trail.ts";

/** Follows whose results are shown. The page of a product, which may be opened from them, asks for it. */
export function useShownResults(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (/^\/(product|p)\//.test(pathname)) return;
    noteResults(pathname === productsPath ? (new URLSearchParams(search).get("keyword") ?? "") : keywordOf(pathname));
  }, [pathname, search]);
}
