import type { AskProducts } from "@shop/shared/catalog/ask-products";
import { homeListInput } from "@shop/shared/page/page-data";
import { toPageNumber } from "@shop/shared/page/page-number";
import { useLocation, useParams } from "react-router-dom";
import { keywordOf } from "../../lib/paths.ts";

/** What the address of Home or of a search asks for. */
export function useListInput(): AskProducts {
  const { pathname, search } = useLocation();
  const keyword = keywordOf(pathname);
  const typed = keyword === "" ? [] : new URLSearchParams(search).getAll("typed");
  return homeListInput(keyword, toPageNumber(useParams().pageNumber), typed);
}
