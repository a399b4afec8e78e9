import { addItem } from "@shop/shared/cart/cart-changes";
import type { Product } from "@shop/shared/catalog/catalog";
import { productMeta } from "@shop/shared/catalog/product-meta";
import { chooseParam, openOptions } from "@shop/shared/catalog/variant-choice";
import { fullName, variantLabel } from "@shop/shared/catalog/variant-name";
import { plainMeta } from "@shop/shared/page/page-data";
import { pages, pathOf } from "@shop/shared/page/pages";
import type { ReviewPage } from "@shop/shared/review/review";
import { reviewPageSize } from "@shop/shared/shop";
import { Suspense } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router-dom";
import { useSignedIn } from "../../features/account/session-store.ts";
import { currentCart, updateCart } from "../../features/cart/cart-store.ts";
import { AlsoLike } from "../../features/catalog/also-like.tsx";
import { ExpressPart } from "../../features/express/express-part.tsx";
import { BackLink } from "../../features/product/back-link.tsx";
import { ProductDetail, reviewsId } from "../../features/product/product-detail.tsx";
import { ProductSkeleton } from "../../features/product/product-skeleton.tsx";
import { ProductQuestions } from "../../features/question/product-questions.tsx";
import { reviewFormHeight } from "../../features/review/review-form-height.ts";
import { Reviews } from "../../features/review/reviews.tsx";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { cartPath, homePath, loginPath, productPath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { hasStatus, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { missingPart } from "../../ui/missing-part.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { useShop } from "../../ui/shop-identity.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SaveHeart } from "../shell/save-heart.tsx";
import { ProductNotFound } from "./product-not-found.tsx";
import classes from "./product-page.module.css";

// Lazy, because only those who are signed in can review.
const OwnReview = lazyPart(
  "own-review",
  () => import("../../features/review/own-review.tsx").then((review) => review.OwnReview),
  {
    loading: () => <Skeleton height={reviewFormHeight} />,
    failed: missingPart("The review form could not be loaded."),
  },
);

// Lazy, because it is not needed for the first view, and the server knows nothing of what is compared.
const CompareButton = lazyPart(
  "compare-button",
  () => import("../../features/compare/compare-button.tsx").then((compare) => compare.CompareButton),
  { failed: () => null },
);
const ComparedLink = lazyPart(
  "compare-button",
  () => import("../../features/compare/compare-button.tsx").then((compare) => compare.ComparedLink),
  { failed: () => null },
);

// Lazy, because few products are sold out.
const StockAlert = lazyPart(
  "stock-alert",
  () => import("../../features/stock-alert/stock-alert.tsx").then((alert) => alert.StockAlert),
  { loading: () => <Skeleton height="12rem" />, failed: missingPart("“Tell me when it is back” could not be loaded.") },
);

// Lazy, because few shops have such addresses. Without it, the page keeps the other one.
const ReadableAddress = lazyPart(
  "readable-address",
  () => import("../../features/product/readable-address.tsx").then((address) => address.ReadableAddress),
  { failed: () => null },
);

// Lazy, because it is at the end of the page, and the server knows nothing of it.
const RecentlyViewed = lazyPart(
  "recently-viewed",
  () => import("../../features/catalog/recently-viewed.tsx").then((viewed) => viewed.RecentlyViewed),
  { failed: () => null },
);

/** One product with its reviews, and further products. */
export function ProductPage() {
  const { id, isUnknown } = useShownProduct();
  const query = trpc.catalog.product.useQuery(
    { id },
    // Another variant of the product that is shown: at once with what the product has said of it.
    {
      ...cachedBriefly,
      enabled: id !== "",
      placeholderData: (shown: Product | null | undefined) => variantOf(shown, id),
    },
  );
  // The page of an unknown product carries null.
  const product: Product | null | undefined = query.data;
  // Cached data takes precedence over a failed refetch, unless the product no longer exists.
  if (isUnknown || product === null || hasStatus(query.error, 404)) return <ProductNotFound />;
  return (
    <>
      <div className={classes.top}>
        <BackLink />
        {product?.categorySlug !== undefined && (
          <Breadcrumbs
            above={[
              { name: "Home", path: homePath },
              ...(product.categoriesAbove ?? []).map(({ name, slug }) => ({
                name,
                path: pathOf("category", { slug }),
              })),
              { name: product.category, path: pathOf("category", { slug: product.categorySlug }) },
            ]}
            here={product.name}
            isShortOnPhones
          />
        )}
      </div>
      {product !== undefined ? (
        <LoadedProduct key={product.group?._id ?? id} product={product} />
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

/** The product of the address, which has its id or its name. */
function useShownProduct(): { id: string; isUnknown: boolean } {
  const { id, slug = "" } = useParams();
  const named = trpc.catalog.productOfSlug.useQuery({ slug }, { ...cachedBriefly, enabled: id === undefined });
  return { id: id ?? named.data?._id ?? "", isUnknown: id === undefined && hasStatus(named.error, 404) };
}

function LoadedProduct({ product }: { product: Product }) {
  const navigate = useNavigate();
  const { productPaths, hasExpress = false, hasQuestions = false } = useShop();
  const [search] = useSearchParams();
  const open = product.group === undefined ? [] : openOptions(product.group, search.get(chooseParam));
  const name = fullName(product.name, product.variant);
  const signedIn = useSignedIn();
  // Reviews need an account.
  const isSignedIn = signedIn !== null && signedIn.isGuest !== true;
  const isSoldOut = product.countInStock === 0;
  const alsoLike = (
    <Suspense>
      <AlsoLike productId={product._id} />
    </Suspense>
  );

  function addToCart(qty: number) {
    updateCart((cart) => addItem(cart, { ...product, name }, qty));
    void navigate(cartPath, { state: { added: name } });
  }

  /** What is bought at once; nothing, but the cart, where there is more in it than this product. */
  function buyAlone(qty: number) {
    const hasOthers = currentCart().cartItems.some((item) => item._id !== product._id);
    if (hasOthers) addToCart(qty);
    else updateCart((cart) => addItem(cart, { ...product, name }, qty));
    return hasOthers ? [] : currentCart().cartItems;
  }

  return (
    <>
      <PageMeta meta={productMeta(product, productPaths)} />
      {productPaths !== undefined && <ReadableAddress product={product} />}
      <ProductDetail
        product={product}
        open={open}
        onAdd={addToCart}
        soldOut={<StockAlert key={signedIn?.email} productId={product._id} email={signedIn?.email} />}
        renderExpress={(qty) => hasExpress && <ExpressPart itemsToBuy={() => buyAlone(qty)} />}
        actions={
          <>
            <span>
              <CompareButton product={product} />
            </span>
            <span>
              <SaveHeart productId={product._id} name={name} />
            </span>
          </>
        }
        below={<ComparedLink />}
      >
        {/* What can be bought instead comes first. */}
        {isSoldOut && alsoLike}
        {/* Hydrated after the button to buy. */}
        <Suspense>
          <Reviews
            productId={product._id}
            headingId={reviewsId}
            isSignedIn={isSignedIn}
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
        {hasQuestions && (
          <Suspense>
            <ProductQuestions productId={product._id} email={isSignedIn ? signedIn.email : undefined} />
          </Suspense>
        )}
        {!isSoldOut && alsoLike}
        <RecentlyViewed productId={product._id} variantIds={product.group?.variants.map(({ _id }) => _id) ?? []} />
      </ProductDetail>
    </>
  );
}

/** Another variant of a product, as far as the product tells of it. */
function variantOf(product: Product | null | undefined, id: string): Product | undefined {
  const variant = product?.group?.variants.find(({ _id }) => _id === id);
  if (product === null || product?.group === undefined || variant === undefined) return undefined;
  const { regularPrice: _regular, lowestPrice: _lowest, reducedUntil: _until, images = [], ...alike } = product;
  const { price, countInStock, image, values } = variant;
  const hasSameImage = image === product.image;
  return {
    ...alike,
    _id: id,
    price,
    countInStock,
    image,
    images: hasSameImage ? images : [{ image, alt: "" }],
    variant: variantLabel(product.group.options, values),
  };
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
