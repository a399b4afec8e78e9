import { addItem } from "@shop/shared/cart";
import type { Product } from "@shop/shared/catalog";
import { plainMeta, productMeta } from "@shop/shared/page-data";
import { pages } from "@shop/shared/pages";
import { lazy, Suspense } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { useSignedIn } from "../../features/account/session-store.ts";
import { updateCart } from "../../features/cart/cart-store.ts";
import { BackLink } from "../../features/product/back-link.tsx";
import { ProductDetail, reviewsId } from "../../features/product/product-detail.tsx";
import { ProductSkeleton } from "../../features/product/product-skeleton.tsx";
import { firstReviewPage } from "../../features/review/first-review-page.ts";
import { Reviews } from "../../features/review/reviews.tsx";
import { SignInToReview } from "../../features/review/sign-in-to-review.tsx";
import { cartPath, productPath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { hasStatus, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ProductNotFound } from "./product-not-found.tsx";

// Most visitors only read, and the form brings the validation library with it.
const ReviewForm = lazy(() =>
  import("../../features/review/review-form.tsx").then((form) => ({ default: form.ReviewForm })),
);

/** One product: what it is, the way into the cart, and what buyers say of it. */
export function ProductPage() {
  const { id = "" } = useParams();
  const answer = trpc.catalog.product.useQuery({ id }, cachedBriefly);
  // What was read before is worth more than a failure to read it again, unless it is gone.
  if (hasStatus(answer.error, 404)) return <ProductNotFound />;
  return (
    <>
      <BackLink />
      {answer.data !== undefined ? (
        <LoadedProduct key={id} product={answer.data} />
      ) : answer.isError ? (
        <>
          <PageMeta meta={plainMeta(pages.product.title, productPath(id))} />
          <PageHeading isHidden>Product</PageHeading>
          <ErrorAlert
            message={messageOf(answer.error, "Failed to load product")}
            onRetry={() => void answer.refetch()}
            isRetrying={answer.isFetching}
          />
        </>
      ) : (
        <ProductSkeleton />
      )}
    </>
  );
}

function LoadedProduct({ product }: { product: Product }) {
  const navigate = useNavigate();
  const isSignedIn = useSignedIn() !== null;

  function addToCart(qty: number) {
    updateCart((cart) => addItem(cart, product, qty));
    void navigate(cartPath, { state: { added: product.name } });
  }

  return (
    <>
      <PageMeta meta={productMeta(product)} />
      <ProductDetail product={product} onAdd={addToCart}>
        <Reviews
          productId={product._id}
          headingId={reviewsId}
          first={firstReviewPage(product)}
          writing={(onCreated) =>
            isSignedIn ? (
              <Suspense fallback={<Skeleton height="22rem" />}>
                <ReviewForm productId={product._id} onCreated={onCreated} />
              </Suspense>
            ) : (
              <SignInToReview productId={product._id} />
            )
          }
        />
      </ProductDetail>
    </>
  );
}
