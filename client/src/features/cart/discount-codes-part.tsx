import { lazyPart } from "../../lib/lazy-part.tsx";
import { missingPart } from "../../ui/missing-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** The codes of a cart. Lazy, because most shops have no discounts, and most customers no code. */
export const DiscountCodes = lazyPart(
  "discount-codes",
  () => import("./discount-codes.tsx").then((part) => part.DiscountCodes),
  {
    loading: () => <Skeleton height="24px" />,
    failed: missingPart("The field for discount codes could not be loaded."),
  },
);
