import { plainMeta } from "@shop/shared/page-data";
import { CartContents } from "../../features/cart/cart-contents.tsx";
import { cartPath } from "../../lib/paths.ts";
import { PageMeta } from "../../ui/page-meta.tsx";

export function CartPage() {
  return (
    <>
      <PageMeta meta={plainMeta("Shopping Cart", cartPath)} />
      <CartContents />
    </>
  );
}
