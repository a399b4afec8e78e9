import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useSignedIn } from "../../features/account/session-store.ts";
import { CartContents } from "../../features/cart/cart-contents.tsx";
import { FeaturedRow } from "../../features/catalog/featured-row.tsx";
import { ExpressPart } from "../../features/express/express-part.tsx";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { cartPath } from "../../lib/paths.ts";
import { missingPart } from "../../ui/missing-part.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { useShop } from "../../ui/shop-identity.ts";
import { Skeleton } from "../../ui/skeleton.tsx";

/** Lazy, because only who comes back from PayPal needs it. */
const ExpressReturn = lazyPart(
  "express-return",
  () => import("./express-return.tsx").then((part) => part.ExpressReturn),
  {
    loading: () => <Skeleton height="40vh" />,
    failed: missingPart("The checkout could not be loaded. Nothing was charged."),
  },
);

/** The cart, and featured products while it is empty; or the way on for who comes back from PayPal. */
export function CartPage() {
  const isSignedIn = useSignedIn() !== null;
  const { hasExpress = false } = useShop();
  const [params] = useSearchParams();
  // As the customer has come, because the address changes on the way on.
  const [returned] = useState(() => ({ key: params.get("express"), id: params.get("token") }));
  const { key, id } = returned;
  return (
    <>
      <PageMeta meta={plainMeta(pages.cart.title, cartPath)} />
      {key !== null && id !== null && params.has("express") ? (
        <ExpressReturn checkout={{ id, key }} />
      ) : (
        <CartContents
          isSignedIn={isSignedIn}
          whenEmpty={<FeaturedRow />}
          renderExpress={(items) => hasExpress && <ExpressPart itemsToBuy={() => items} />}
        />
      )}
    </>
  );
}
