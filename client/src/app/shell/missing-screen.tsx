import { Button } from "@mantine/core";
import { useState } from "react";
import type { PartFailure } from "../../lib/lazy-part.tsx";
import { reloadIfOutdated } from "../../lib/release.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import classes from "./crash-screen.module.css";
import { ScreenSkeleton } from "./screen-skeleton.tsx";

/** Takes the place of a screen that could not be loaded. A screen of an earlier release is replaced by a new page. */
export function MissingScreen({ onRetry, isRetrying }: PartFailure) {
  const [isReloading] = useState(reloadIfOutdated);
  if (isReloading) return <ScreenSkeleton />;
  return (
    <div className={classes.crash}>
      <PageHeading>Something went wrong</PageHeading>
      <EmptyState
        illustration="lamp"
        text="This screen could not be loaded."
        help="Your cart is kept. Check your connection and try again, or go back to the shop."
        action={
          <div className={classes.actions}>
            <Button
              aria-disabled={isRetrying}
              onClick={() => {
                if (!isRetrying) onRetry();
              }}
            >
              {isRetrying ? "Trying…" : "Try again"}
            </Button>
            <Button variant="default" onClick={() => location.reload()}>
              Reload
            </Button>
            <Button component="a" href="/" variant="default">
              Back to the shop
            </Button>
          </div>
        }
      />
    </div>
  );
}
