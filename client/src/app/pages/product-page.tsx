import { addItem } from "@shop/shared/cart";
import type { Product } from "@shop/shared/catalog";
import { plainMeta, productMeta } from "@shop/shared/page-data";
import { pages } from "@shop/shared/pages";
import type { ReviewPage } from "@shop/shared/review";
import { reviewPageSize } from "@shop/shared/shop";
import { Suspense } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { useSignedIn } from "../../features/account/session-store.ts";
import { updateCart } from "../../features/cart/cart-store.ts";
import { BackLink } from "../../features/product/back-link.tsx";
import { ProductDetail, reviewsId } from "../../features/product/product-detail.tsx";
import { ProductSkeleton } from "../../features/product/product-skeleton.tsx";
import { Reviews } from "../../features/review/reviews.tsx";
import { YourReview } from "../../features/review/your-review.tsx";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { cartPath, loginPath, productPath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { hasStatus, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { missingPart } from "../../ui/missing-part.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ProductNotFound } from "./product-not-found.tsx";
import classes from "./product-page.module.css";

const formHeight = "22rem";

// Lazy, because the form depends on the validation library.
const ReviewForm = lazyPart(
  "review-form",
  () => import("../../features/review/review-form.tsx").then((form) => form.ReviewForm),
  { loading: () => <Skeleton height={formHeight} />, failed: missingPart("The review form could not be loaded.") },
);

/** One product with its reviews. */
export function ProductPage() {
  const { id = "" } = useParams();
  const query = trpc.catalog.product.useQuery({ id }, cachedBriefly);
  // The page of an unknown product carries null.
  const product: Product | null | undefined = query.data;
  // Cached data takes precedence over a failed refetch, unless the product no longer exists.
  if (product === null || hasStatus(query.error, 404)) return <ProductNotFound />;
  return (
    <>
      <BackLink />
      {product !== undefined ? (
        <LoadedProduct key={id} product={product} />
      ) : query.isError ? (
        <>
          <PageMeta meta={plainMeta(pages.product.title, productPath(id))} />
          <PageHeading isHidden>Product</PageHeading>
          <ErrorAlert
            message={messageOf(query.error, "Failed to load product")}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
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
        {/* Hydrated after the button to buy. */}
        <Suspense>
          <Reviews
            productId={product._id}
            headingId={reviewsId}
            initialPage={firstReviewPage(product)}
            renderForm={(onCreated) =>
              isSignedIn ? (
                <OwnReview productId={product._id} onCreated={onCreated} />
              ) : (
                <SignInToReview productId={product._id} />
              )
            }
          />
        </Suspense>
      </ProductDetail>
    </>
  );
}

/** The form of a customer who has not reviewed the product, or else their review. */
function OwnReview({ productId, onCreated }: { productId: string; onCreated: () => void }) {
  const own = trpc.review.mine.useQuery({ productId }, cachedBriefly);
  if (own.isPending) return <Skeleton height={formHeight} />;
  // After a failure the form shows; the server refuses a second review.
  return own.data == null ? (
    <ReviewForm productId={productId} onCreated={onCreated} />
  ) : (
    <YourReview review={own.data} />
  );
}

/** Replaces the review form for guests. Signing in leads back to the product. */
function SignInToReview({ productId }: { productId: string }) {
  return (
    <p className={classes.signInPrompt}>
      Please <PrefetchLink to={loginPath(productPath(productId))}>sign in</PrefetchLink> to write a review.
    </p>
  );
}

/**
 * The first page of reviews, computed from the reviews in the product response.
 * `undefined` when the response does not include all of them, because the
 * number per rating is unknown then.
 */
function firstReviewPage({ reviews, numReviews }: Pick<Product, "reviews" | "numReviews">): ReviewPage | undefined {
  if (reviews.length !== numReviews) return undefined;
  const withRating = (stars: number) => reviews.filter((review) => review.rating === stars).length;
  return {
    // Only the review list includes verified purchases.
    reviews: reviews.slice(0, reviewPageSize).map((review) => ({ ...review, isVerified: false })),
    page: 1,
    pages: Math.ceil(reviews.length / reviewPageSize),
    total: reviews.length,
    byRating: [withRating(1), withRating(2), withRating(3), withRating(4), withRating(5)],
  };
}
