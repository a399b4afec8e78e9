import { Button } from "@mantine/core";
import { hasOwnImage } from "@shop/shared/catalog/image";
import { readProductQuery } from "@shop/shared/catalog/product-address";
import {
  type TermPage as TermData,
  type TermKind,
  termKindOf,
  termListPath,
  termMeta,
  termPath,
  termQuery,
} from "@shop/shared/catalog/term-page";
import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { Navigate, useLocation, useParams } from "react-router-dom";
import { ProductListing } from "../../features/catalog/product-listing.tsx";
import { CompareBar, CompareToggle } from "../../features/compare/compare-toggle.tsx";
import { homePath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { hasStatus } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import hidden from "../../ui/visually-hidden.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { UnreadPage } from "./page-states.tsx";
import classes from "./term-page.module.css";

const words: Record<TermKind, string> = { brand: "Brand", category: "Category", collection: "Collection" };

/** The page of a brand, category or collection with its products. */
export function TermPage() {
  const { pathname, search } = useLocation();
  const { slug = "" } = useParams();
  const kind = termKindOf(pathname);
  const query = trpc.catalog.term.useQuery({ kind, slug }, cachedBriefly);
  // The page of an unknown one carries null.
  const term: TermData | null | undefined = query.data;
  if (term === null || hasStatus(query.error, 404)) return <TermNotFound word={words[kind]} />;
  if (term === undefined) {
    return (
      <div className={classes.page}>
        <UnreadPage title={words[kind]} path={pathname} failed={`Failed to load ${kind}`} query={query} />
      </div>
    );
  }
  // It was renamed.
  if (term.slug !== slug) return <Navigate to={termPath(kind, term.slug) + search} replace />;
  const wanted = readProductQuery(new URLSearchParams(search));
  return (
    <div className={classes.page}>
      <PageMeta meta={termMeta(kind, term, wanted.pageNumber)} />
      <Breadcrumbs
        above={[
          { name: "Home", path: homePath },
          ...(term.above ?? []).map((above) => ({ name: above.name, path: termPath(kind, above.slug) })),
        ]}
        here={term.name}
      />
      <TermHead term={term} />
      {term.below !== undefined && <Below name={term.name} terms={term.below} />}
      <ProductListing
        query={termQuery(kind, term, wanted)}
        fixed={kind}
        toPath={(query) => termListPath(kind, term.slug, query)}
        actionOf={(product) => <CompareToggle product={product} />}
        foot={<CompareBar />}
        heading={(id) => (
          <h2 id={id} className={hidden.hidden}>
            {kind === "brand" ? `All by ${term.name}` : `All in ${term.name}`}
          </h2>
        )}
      />
    </div>
  );
}

function TermHead({ term: { name, description, image, imageAlt } }: { term: TermData }) {
  return (
    <header className={classes.head}>
      {hasOwnImage(image) && (
        <ProductImage
          image={image}
          alt={imageAlt}
          sizes="(min-width: 48em) 160px, 96px"
          className={classes.image ?? ""}
        />
      )}
      <div className={classes.words}>
        <PageHeading>{name}</PageHeading>
        {description !== "" && <p className={classes.description}>{description}</p>}
      </div>
    </header>
  );
}

/** The categories below one, as links. */
function Below({ name, terms }: { name: string; terms: NonNullable<TermData["below"]> }) {
  return (
    <nav aria-label={`Categories in ${name}`}>
      <ul className={classes.below}>
        {terms.map(({ _id, name, slug, products }) => (
          <li key={_id}>
            <PrefetchLink to={termPath("category", slug)} className={classes.child}>
              {name} <span className={classes.count}>{products.toLocaleString("en-US")}</span>
              <VisuallyHidden>{products === 1 ? " product" : " products"}</VisuallyHidden>
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TermNotFound({ word }: { word: string }) {
  return (
    <div className={classes.page}>
      <PageMeta meta={plainMeta(`${word} not found`, homePath)} />
      <div className={classes.missing}>
        <PageHeading>{word} not found</PageHeading>
        <EmptyState
          text="There is no such page any more, or the link has a typo."
          action={
            <Button component={PrefetchLink} to={pages.browse.path}>
              All categories and brands
            </Button>
          }
        />
      </div>
    </div>
  );
}
