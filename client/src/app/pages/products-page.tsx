import { productsMeta } from "@shop/shared/catalog/listing-meta";
import { type ProductQuery, productQueryText, readProductQuery } from "@shop/shared/catalog/product-address";
import { useLocation } from "react-router-dom";
import { ProductListing } from "../../features/catalog/product-listing.tsx";
import { CompareBar, CompareToggle } from "../../features/compare/compare-toggle.tsx";
import { productsPath } from "../../lib/paths.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";

const toPath = (query: ProductQuery) => productsPath + productQueryText(query);

/** All products, or those that a keyword finds, with filters for all of them. */
export function ProductsPage() {
  const query = readProductQuery(new URLSearchParams(useLocation().search));
  const { keyword } = query;
  return (
    <>
      <PageMeta meta={productsMeta(query, toPath(query))} />
      <ProductListing
        query={query}
        toPath={toPath}
        actionOf={(product) => <CompareToggle product={product} />}
        foot={<CompareBar />}
        heading={(id) => (
          <PageHeading id={id}>{keyword === "" ? "All products" : `Results for “${keyword}”`}</PageHeading>
        )}
      />
    </>
  );
}
