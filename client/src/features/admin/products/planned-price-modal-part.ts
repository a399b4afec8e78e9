import { lazyPart } from "../../../lib/lazy-part.tsx";
import { MissingModal } from "../../../ui/missing-modal.ts";

/** Lazy, because nobody plans a price on most visits. */
export const PlannedPriceModal = lazyPart(
  "planned-price-modal",
  () => import("./planned-price-modal.tsx").then((modal) => modal.PlannedPriceModal),
  { failed: MissingModal },
);
