import { Button } from "@mantine/core";
import { useState } from "react";
import type { PartFailure } from "../../lib/lazy-part.tsx";
import { reloadIfOutdated } from "../../lib/release.ts";
import { BrokenScreen } from "./broken-screen.tsx";
import { ScreenSkeleton } from "./screen-skeleton.tsx";

/** Takes the place of a screen that could not be loaded. A screen of an earlier release is replaced by a new page. */
export function MissingScreen({ onRetry, isRetrying }: PartFailure) {
  const [isReloading] = useState(reloadIfOutdated);
  if (isReloading) return <ScreenSkeleton />;
  const retry = (
    <Button
      aria-disabled={isRetrying}
      onClick={() => {
        if (!isRetrying) onRetry();
      }}
    >
      {isRetrying ? "Trying…" : "Try again"}
    </Button>
  );
  return (
    <BrokenScreen
      text="This page could not be loaded."
      help="Your cart is safe. Check your connection and try again, or go back to the shop."
      retry={retry}
    />
  );
}
