import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import classes from "./broken-screen.module.css";

type BrokenScreenProps = {
  text: string;
  help: string;
  /** The action to try before a reload. */
  retry?: ReactNode;
};

/** Takes the place of a screen that cannot be shown. */
export function BrokenScreen({ text, help, retry }: BrokenScreenProps) {
  return (
    <div className={classes.broken}>
      <PageHeading>Something went wrong</PageHeading>
      <EmptyState
        illustration="lamp"
        text={text}
        help={help}
        action={
          <div className={classes.actions}>
            {retry}
            <Button variant={retry === undefined ? "filled" : "default"} onClick={() => location.reload()}>
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
