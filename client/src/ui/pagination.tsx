import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { toList } from "./navigation-focus.ts";
import { pageWindow } from "./page-window.ts";
import classes from "./pagination.module.css";
import { PrefetchLink } from "./prefetch-link.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";

type PaginationProps = {
  page: number;
  pages: number;
  /** URL of a page. */
  toPage: (page: number) => string;
  /** Accessible name. */
  label: string;
};

/** Pagination links. Renders nothing for a single page. */
export function Pagination({ page, pages, toPage, label }: PaginationProps) {
  if (pages <= 1) return null;
  const previous = page > 1 ? Math.min(page - 1, pages) : undefined;
  const next = page < pages ? page + 1 : undefined;
  return (
    <nav className={classes.pagination} aria-label={label}>
      <Step className={classes.previous ?? ""} path={previous === undefined ? undefined : toPage(previous)} rel="prev">
        <IconChevronLeft size={18} aria-hidden="true" />
        Previous
      </Step>
      <ol className={classes.numbers}>
        {pageWindow(page, pages).map((item, index) =>
          item === "gap" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified by its position
            <li key={`gap-${index}`} className={classes.gap}>
              <span aria-hidden="true">…</span>
              <VisuallyHidden>more pages</VisuallyHidden>
            </li>
          ) : (
            <li key={item}>
              <PrefetchLink
                className={classes.number}
                to={toPage(item)}
                state={toList}
                preventScrollReset
                aria-label={`Page ${item}`}
                {...(item === page ? { "aria-current": "page" as const } : {})}
              >
                {item}
              </PrefetchLink>
            </li>
          ),
        )}
      </ol>
      <Step className={classes.next ?? ""} path={next === undefined ? undefined : toPage(next)} rel="next">
        Next
        <IconChevronRight size={18} aria-hidden="true" />
      </Step>
    </nav>
  );
}

type StepProps = { path: string | undefined; rel: "prev" | "next"; className: string; children: ReactNode };

function Step({ path, rel, className, children }: StepProps) {
  const step = `${classes.step} ${className}`;
  if (path === undefined) {
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: a disabled link is read by screen readers but is not in the Tab order
      // biome-ignore lint/a11y/useSemanticElements: a disabled link has no href
      <span className={step} role="link" aria-disabled="true">
        {children}
      </span>
    );
  }
  return (
    <PrefetchLink className={step} to={path} state={toList} preventScrollReset rel={rel}>
      {children}
    </PrefetchLink>
  );
}
