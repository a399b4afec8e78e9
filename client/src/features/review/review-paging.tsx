import { Button } from "@mantine/core";
import classes from "./review-paging.module.css";

type ReviewPagingProps = { page: number; pages: number; onTurn: (page: number) => void };

/** The way through longer lists; nothing where one page holds all. */
export function ReviewPaging({ page, pages, onTurn }: ReviewPagingProps) {
  if (pages <= 1) return null;
  return (
    <nav className={classes.paging} aria-label="Pages of reviews">
      <Button variant="default" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        Previous
      </Button>
      <span className={classes.place}>
        Page {page} of {pages}
      </span>
      <Button variant="default" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
