import { lazyPart } from "../../lib/lazy-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** The express button with its place, which is there before it. Lazy, because most customers go another way. */
export const ExpressPart = lazyPart(
  "express-button",
  () => import("./express-button.tsx").then((part) => part.ExpressButton),
  { loading: () => <Skeleton height="44px" />, failed: () => null },
);
