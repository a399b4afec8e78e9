import { Button } from "@mantine/core";
import { isRouteErrorResponse, useRouteError } from "react-router-dom";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import classes from "./crash-screen.module.css";

/** Error boundary screen for a render error. */
export function CrashScreen() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <div className={classes.crash}>
      <PageHeading>Something went wrong</PageHeading>
      <EmptyState
        illustration="lamp"
        text="This screen stopped working."
        help="Your cart is kept. Load the page again, or go back to the shop."
        action={
          <div className={classes.actions}>
            <Button onClick={() => location.reload()}>Reload</Button>
            <Button component="a" href="/" variant="default">
              Back to the shop
            </Button>
          </div>
        }
      />
    </div>
  );
}
