import { Skeleton } from "../../ui/skeleton.tsx";

/** A screen's place while its code is loading. */
export function ScreenSkeleton() {
  return (
    <div data-screen-coming>
      <Skeleton height="100vh" />
    </div>
  );
}
