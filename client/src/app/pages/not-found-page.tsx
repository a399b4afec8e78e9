import { Button } from "@mantine/core";
import { plainMeta } from "@shop/shared/page/page-data";
import { useLocation } from "react-router-dom";
import { SearchBox } from "../../features/catalog/search-box.tsx";
import { homePath } from "../../lib/paths.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./not-found-page.module.css";

/** Screen for an unknown URL, with search and a link to Home. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <div className={classes.page}>
      <PageMeta meta={plainMeta("Page not found", "/")} />
      <PageHeading>Page not found</PageHeading>
      <EmptyState
        key={pathname}
        illustration="lamp"
        text="There is nothing at this address."
        help="The page may have moved, or the link may have a typo. Search for what you need, or go back to the shop."
        action={
          <div className={classes.actions}>
            <SearchBox landmark="Search the shop" />
            <Button component={PrefetchLink} to={homePath} variant="default">
              Back to the shop
            </Button>
          </div>
        }
      />
    </div>
  );
}
