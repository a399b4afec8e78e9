import { pages, pathOf } from "@shop/shared/page/pages";

/** The addresses of administrators' pages, built from the manifest. A module of its own, so that Home does not load it. */

export const orderListPath = pages.orderList.path;
export const productListPath = pages.productList.path;
export const importListPath = pages.importList.path;
export const brandListPath = pages.brandList.path;
export const categoryListPath = pages.categoryList.path;
export const collectionListPath = pages.collectionList.path;
export const discountListPath = pages.discountList.path;
export const userListPath = pages.userList.path;
export const mailListPath = pages.mailList.path;
export const searchSettingsPath = pages.emptySearches.path;
export const infoPageListPath = pages.infoPageList.path;
export const auditPath = pages.audit.path;

/** One page of the admin's product list. */
export function productListPagePath(pageNumber: number): string {
  return pathOf("productListPage", { pageNumber: String(pageNumber) });
}

/** The page about an import. */
export function importPath(id: string): string {
  return pathOf("import", { id });
}

/** The page about a person, for admins. */
export function customerPath(id: string): string {
  return pathOf("customer", { id });
}

/** The page on which an admin edits something. */
export function editPath(
  what: "product" | "brand" | "category" | "collection" | "discount" | "user",
  id: string,
): string {
  return pathOf(`${what}Edit`, { id });
}

/** The page on which an admin edits one of the shop's own pages. */
export function infoPageEditPath(slug: string): string {
  return pathOf("infoPageEdit", { slug });
}

/** The screen that changes an order. */
export function editOrderPath(id: string): string {
  return pathOf("editOrder", { id });
}

/** The screen that exchanges goods of an order, or those of one of its returns. */
export function exchangePath(id: string, returnId?: string): string {
  const path = pathOf("exchange", { id });
  return returnId === undefined ? path : `${path}?${new URLSearchParams({ return: returnId })}`;
}

/** The page with the paper of some orders, for printing. */
export function printPath({
  kind,
  ids,
  hasPrices,
}: {
  kind: string;
  ids: readonly string[];
  hasPrices: boolean;
}): string {
  return `${pages.print.path}?kind=${kind}${hasPrices ? "&prices=1" : ""}&ids=${ids.join(",")}`;
}
