import { Button } from "@mantine/core";
import { type Branch, toTree } from "@shop/shared/catalog/category-tree";
import { type MenuTerm, type TermKind, termPath } from "@shop/shared/catalog/term-page";
import { useId } from "react";
import { homePath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { SkeletonText } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./term-lists.module.css";

const loadingRows = ["70%", "50%", "60%", "45%", "65%", "55%"];

/** The collections, and all categories and brands that have products, as links to their pages. */
export function TermLists({ onFollow }: { onFollow?: () => void }) {
  const menu = trpc.catalog.menu.useQuery(undefined, cachedBriefly);
  if (menu.data === undefined) {
    if (menu.isError) {
      return (
        <ErrorAlert
          message={messageOf(menu.error, "Failed to load categories and brands")}
          onRetry={() => void menu.refetch()}
          isRetrying={menu.isFetching}
        />
      );
    }
    return (
      <div className={classes.lists} aria-busy="true">
        <SkeletonText rows={loadingRows} />
        <SkeletonText rows={loadingRows} />
      </div>
    );
  }
  const { categories, brands, collections = [] } = menu.data;
  if (categories.length === 0) {
    return (
      <EmptyState
        text="No products found."
        help="We are filling our shelves. Please come back soon."
        action={
          <Button component={PrefetchLink} to={homePath} variant="default">
            Back to the shop
          </Button>
        }
      />
    );
  }
  return (
    <div className={classes.lists}>
      {collections.length > 0 && (
        <TermList kind="collection" heading="Collections" terms={collections} onFollow={onFollow} />
      )}
      <TermList kind="category" heading="Categories" terms={categories} onFollow={onFollow} />
      <TermList kind="brand" heading="Brands" terms={brands} onFollow={onFollow} />
    </div>
  );
}

/** A line of the menu. Collections have no number of products, which changes with each price. */
type Line = Omit<MenuTerm, "products"> & { products?: number };
type TermListProps = { kind: TermKind; heading: string; terms: Line[]; onFollow: (() => void) | undefined };

function TermList({ kind, heading, terms, onFollow }: TermListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={kind === "collection" ? classes.whole : undefined}>
      <h2 id={id} className={classes.heading}>
        {heading}
      </h2>
      <Terms
        kind={kind}
        tree={toTree(terms, { keyOf: ({ _id }) => _id, parentOf: ({ parentId }) => parentId })}
        onFollow={onFollow}
      />
    </section>
  );
}

type TermsProps = Pick<TermListProps, "kind" | "onFollow"> & { tree: Branch<Line>[]; isBelow?: boolean };

function Terms({ kind, tree, onFollow, isBelow = false }: TermsProps) {
  return (
    <ul className={isBelow ? classes.below : classes.list}>
      {tree.map(({ item: { _id, name, slug, products }, below }) => (
        <li key={_id}>
          <PrefetchLink to={termPath(kind, slug)} className={classes.link} onClick={onFollow}>
            <span className={classes.name}>{name}</span>{" "}
            {products !== undefined && (
              <span className={classes.count}>
                {products.toLocaleString("en-US")}
                <VisuallyHidden>{products === 1 ? " product" : " products"}</VisuallyHidden>
              </span>
            )}
          </PrefetchLink>
          {below.length > 0 && <Terms kind={kind} tree={below} onFollow={onFollow} isBelow />}
        </li>
      ))}
    </ul>
  );
}
