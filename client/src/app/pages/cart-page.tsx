import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { useSignedIn } from "../../features/account/session-store.ts";
import { CartContents } from "../../features/cart/cart-contents.tsx";
import { FeaturedRow } from "../../features/catalog/featured-row.tsx";
import { cartPath } from "../../lib/paths.ts";
import { PageMeta } from "../../ui/page-meta.tsx";

/** The cart, and featured products while it is empty. */
export function CartPage() {
  const isSignedIn = useSignedIn() !== null;
  return (
    <>
      <PageMeta meta={plainMeta(pages.cart.title, cartPath)} />
      <CartContents isSignedIn={isSignedIn} whenEmpty={<FeaturedRow />} />
    </>
  );
}
