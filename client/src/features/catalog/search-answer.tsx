import { Button } from "@mantine/core";
import type { ProductPage } from "@shop/shared/catalog/catalog";
import { priceRangeLabel } from "@shop/shared/catalog/product-address";
import type { ReadPart } from "@shop/shared/catalog/read-part";
import { IconX } from "@tabler/icons-react";
import { useLocation } from "react-router-dom";
import { homePath, searchPath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { toStay } from "../../ui/navigation-focus.ts";
import { PrefetchLink, ShopLink } from "../../ui/prefetch-link.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import filterClasses from "./filters.module.css";
import { foundByText } from "./found-by-text.ts";
import { ratingText, sortNames } from "./listing.ts";
import { ProductGrid, ProductGridSkeleton } from "./product-grid.tsx";
import classes from "./product-list.module.css";
import links from "./product-listing.module.css";
import { productsId } from "./products-id.ts";
import { useListInput } from "./use-list-input.ts";

const nothing = "No products found.";

/** What was read of the search in the address, each with a link that searches it as words; and what to do without results. */
export function SearchAnswer() {
  const input = useListInput();
  const { data } = trpc.catalog.list.useQuery(input, cachedBriefly);
  const { search } = useLocation();
  if (data === undefined) return null;
  const parts = data.read?.parts ?? [];
  /** The first page of the same search, with more of it as words. */
  const asWords = (typed: readonly string[]) => {
    const params = new URLSearchParams(search);
    for (const phrase of typed) params.append("typed", phrase);
    return `${searchPath(input.keyword)}?${params}`;
  };
  const all = asWords(parts.map(({ typed }) => typed));
  return (
    <>
      {parts.length > 0 && <ReadChips parts={parts} asWords={asWords} all={all} />}
      {data.foundBy !== undefined && <p className={classes.found}>{foundByText(data)}</p>}
      {data.products.length === 0 && (
        <NothingFound keyword={input.keyword} page={data} all={parts.length > 0 ? all : undefined} />
      )}
    </>
  );
}

type ReadChipsProps = { parts: readonly ReadPart[]; asWords: (typed: readonly string[]) => string; all: string };

function ReadChips({ parts, asWords, all }: ReadChipsProps) {
  // The removed chip takes the focus with it.
  const focusProducts = () => document.getElementById(productsId)?.focus({ preventScroll: true });
  const linkProps = { state: toStay, preventScrollReset: true, onClick: focusProducts };
  return (
    <ul className={filterClasses.chips} aria-label="Read from your search">
      {parts.map((part) => {
        const { kind, text } = wordsOf(part);
        return (
          <li key={part.typed}>
            <ShopLink className={`${filterClasses.chip} ${links.chip}`} to={asWords([part.typed])} {...linkProps}>
              <VisuallyHidden>Remove filter</VisuallyHidden>{" "}
              {kind !== "" && <span className={filterClasses.chipKind}>{kind}</span>} {text}
              <IconX size={16} aria-hidden="true" />
            </ShopLink>
          </li>
        );
      })}
      {parts.length > 1 && (
        <li>
          <ShopLink className={`${filterClasses.clear} ${links.chip}`} to={all} {...linkProps}>
            Clear all
          </ShopLink>
        </li>
      )}
    </ul>
  );
}

/** What a part asks for, as the filters of lists say it. */
function wordsOf({ kind, value }: ReadPart): { kind: string; text: string } {
  const [name = "", ...label] = value.split(":");
  const words: Record<ReadPart["kind"], { kind: string; text: string }> = {
    price: { kind: "Price", text: priceRangeLabel(value) },
    attribute: { kind: name, text: label.join(":") },
    rating: { kind: "Rating", text: ratingText(Number(value)) },
    inStock: { kind: "Availability", text: "In stock" },
    onSale: { kind: "", text: "On sale" },
    sort: { kind: "Order", text: sortNames[value] ?? value },
  };
  return words[kind];
}

type NothingFoundProps = { keyword: string; page: ProductPage; all: string | undefined };

/** No products: on this page, with what was read of the search, or at all. */
function NothingFound({ keyword, page: { pages, read }, all }: NothingFoundProps) {
  if (pages > 0) {
    return (
      <EmptyState
        text={nothing}
        help={pages === 1 ? "There is only one page." : `There are only ${pages} pages.`}
        action={
          <Button component={PrefetchLink} to={homePath} variant="default">
            Back to the shop
          </Button>
        }
      />
    );
  }
  if (all !== undefined) {
    const rest = read?.rest ?? "";
    const subject = rest === "" ? "Nothing" : `Nothing for “${rest}”`;
    return (
      <EmptyState
        text={nothing}
        help={`${subject} meets all that you asked for.`}
        action={
          <Button component={ShopLink} to={all} variant="default">
            Search without these filters
          </Button>
        }
      />
    );
  }
  return keyword === "" ? <EmptyShop /> : <WaysOn />;
}

/** A shop without any products. There is nowhere else to go, so the action is to look again. */
function EmptyShop() {
  const utils = trpc.useUtils();
  return (
    <EmptyState
      text={nothing}
      help="We are filling our shelves. Please come back soon."
      action={
        <Button variant="default" onClick={() => void utils.catalog.invalidate()}>
          Check again
        </Button>
      }
    />
  );
}

/** An empty search result with links to the categories and featured products. */

function WaysOn() {
  const categories = trpc.catalog.categories.useQuery(undefined, cachedBriefly);
  const featured = trpc.catalog.featured.useQuery(undefined, cachedBriefly);
  return (
    <>
      <EmptyState
        text={nothing}
        help="Check the spelling, or try a shorter or more general word."
        action={
          <Button component={PrefetchLink} to={homePath}>
            Back to the shop
          </Button>
        }
      />
      {categories.data !== undefined && categories.data.length > 0 && (
        <nav className={classes.suggestions} aria-label="Categories">
          {categories.data.map(({ _id, name }) => (
            <Button key={_id} component={PrefetchLink} to={searchPath(name)} variant="default">
              {name}
            </Button>
          ))}
        </nav>
      )}
      {(featured.isPending || (featured.data !== undefined && featured.data.length > 0)) && (
        <section className={classes.featured} aria-labelledby="featured-heading">
          <h2 id="featured-heading" className={classes.featuredHeading}>
            Featured
          </h2>
          {featured.data === undefined ? (
            <ProductGridSkeleton count={4} isRow />
          ) : (
            <ProductGrid products={featured.data.slice(0, 4)} isRow />
          )}
        </section>
      )}
    </>
  );
}
