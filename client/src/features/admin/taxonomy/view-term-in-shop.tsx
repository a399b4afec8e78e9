import { termPath } from "@shop/shared/catalog/term-page";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { ViewInShop } from "../parts/view-in-shop.tsx";
import type { TaxonomyTexts } from "./texts.ts";

/** The link to the page of a brand or category. */
export function ViewTermInShop({ texts, id }: { texts: TaxonomyTexts; id: string }) {
  const { data } = texts.api.byId.useQuery({ id }, cachedForEditing);
  if (data === undefined) return null;
  return <ViewInShop path={termPath(texts.taxonomy, data.slug)} />;
}
