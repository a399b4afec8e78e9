import { pages, pathOf } from "@shop/shared/page/pages";

/** The admin's list of the orders of the former shop. */
export const earlierOrderListPath = pages.earlierOrderList.path;

/** The page of an order of the former shop. */
export function earlierOrderPath(id: string): string {
  return pathOf("earlierOrder", { id });
}
