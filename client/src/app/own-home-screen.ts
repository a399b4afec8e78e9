import { lazyScreen } from "../lib/lazy-part.tsx";
import { MissingScreen } from "./shell/missing-screen.tsx";
import { ScreenSkeleton } from "./shell/screen-skeleton.tsx";

/** Home with parts of the owner's own, which most shops do without. */
export const ownHome = lazyScreen("own-home", () => import("./pages/own-home.tsx").then((home) => home.OwnHome), {
  loading: ScreenSkeleton,
  failed: MissingScreen,
});
