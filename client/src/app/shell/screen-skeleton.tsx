import { Skeleton } from "../../ui/skeleton.tsx";

/** Skeleton of a screen while its code is loading. */
export function ScreenSkeleton() {
  return (
    <div data-screen-coming>
      <Skeleton height="100vh" />
    </div>
  );
}
