import { useState } from "react";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { missingPart } from "../../ui/missing-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { reviewFormHeight } from "./review-form-height.ts";
import { YourReview } from "./your-review.tsx";

// Lazy, because the form depends on the validation library.
const ReviewForm = lazyPart("review-form", () => import("./review-form.tsx").then((form) => form.ReviewForm), {
  loading: () => <Skeleton height={reviewFormHeight} />,
  failed: missingPart("The review form could not be loaded."),
});

/** The form of a customer who has not reviewed the product, or else their review. */
export function OwnReview({ productId, onCreated }: { productId: string; onCreated: () => void }) {
  const own = trpc.review.mine.useQuery({ productId }, cachedBriefly);
  const [isEditing, setEditing] = useState(false);
  if (own.isPending) return <Skeleton height={reviewFormHeight} />;
  // After a failure the form shows; the server refuses a second review.
  if (own.data == null) return <ReviewForm productId={productId} onDone={onCreated} />;
  if (isEditing) return <ReviewForm productId={productId} own={own.data} onDone={() => setEditing(false)} />;
  return <YourReview review={own.data} onEdit={() => setEditing(true)} />;
}
