import { pages } from "@shop/shared/page/pages";

/** The address of the comparison of some products. */
export function comparePath(ids: readonly string[]): string {
  return ids.length === 0 ? pages.compare.path : `${pages.compare.path}?ids=${ids.join(",")}`;
}
