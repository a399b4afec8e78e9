import { termPath } from "@shop/shared/catalog/term-page";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ViewInShop } from "../parts/view-in-shop.tsx";

/** The link to the page of a published collection. */
export function ViewCollectionInShop({ id }: { id: string }) {
  const { data } = trpc.admin.collections.byId.useQuery({ id }, cachedForEditing);
  return data?.isPublished === true ? <ViewInShop path={termPath("collection", data.slug)} /> : null;
}
