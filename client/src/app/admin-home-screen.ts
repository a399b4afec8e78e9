import type { ReactNode } from "react";
import { lazyPart } from "../lib/lazy-part.tsx";
import { MissingScreen } from "./shell/missing-screen.tsx";
import { ScreenSkeleton } from "./shell/screen-skeleton.tsx";

/** Home for a stored admin session, with the shop for everybody else. Lazy, because customers load none of the admin's code. */
export const AdminHome = lazyPart<{ shop: ReactNode }>(
  "admin-home",
  () => import("./pages/admin/admin-home.tsx").then((home) => home.AdminHome),
  { loading: ScreenSkeleton, failed: MissingScreen },
);
