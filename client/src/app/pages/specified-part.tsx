import type { ShownBlock } from "@shop/shared/page/home-layout";
import { homeListInput } from "@shop/shared/page/page-data";
import { Suspense } from "react";
import { Entrances } from "../../features/browse/entrances.tsx";
import { FeaturedCarousel } from "../../features/catalog/featured-carousel.tsx";
import { ProductList } from "../../features/catalog/product-list.tsx";

/** A part of Home that every shop can have. Each is hydrated by itself, after the header. */
export function SpecifiedPart({ block, pageNumber }: { block: ShownBlock; pageNumber: number }) {
  return <Suspense>{contentOf(block, pageNumber)}</Suspense>;
}

function contentOf(block: ShownBlock, pageNumber: number) {
  if (block.kind === "featured") return <FeaturedCarousel products={block.products} />;
  if (block.kind === "entrances") return <Entrances />;
  return block.kind === "products" && <ProductList input={homeListInput("", pageNumber)} />;
}
