import { Button } from "@mantine/core";
import { profilePath } from "../../lib/paths.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";

/** In place of an order that does not exist, or belongs to another account. */
export function OrderMissing() {
  return (
    <EmptyState
      illustration="bag"
      text="Order not found"
      help="It may belong to a different account from the one you are signed in to."
      action={
        <Button component={PrefetchLink} to={profilePath} variant="default">
          My Orders
        </Button>
      }
    />
  );
}
