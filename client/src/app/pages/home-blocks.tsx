// biome-ignore-all lint/suspicious/noArrayIndexKey: the position is the identity of a block, because a changed one is another
import type { ShownBlock } from "@shop/shared/page/home-layout";
import { Suspense } from "react";
import { ProductRow } from "../../features/catalog/product-row.tsx";
import { Headline } from "../../features/home/headline.tsx";
import { ReviewTiles } from "../../features/home/review-tiles.tsx";
import { Story } from "../../features/home/story.tsx";
import { TermTiles } from "../../features/home/term-tiles.tsx";
import { InfoText } from "../../ui/info-text.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./home-blocks.module.css";
import { SpecifiedPart } from "./specified-part.tsx";

/** The parts of Home in the owner's order. */
export function HomeBlocks({ blocks }: { blocks: readonly ShownBlock[] }) {
  return (
    <div className={classes.blocks}>
      {blocks.map((block, place) => (
        // Each is hydrated by itself, so that input need not wait for all of them.
        <Suspense key={`${place} ${block.kind}`}>
          <Block block={block} isFirst={place === 0} />
        </Suspense>
      ))}
    </div>
  );
}

function Block({ block, isFirst }: { block: ShownBlock; isFirst: boolean }) {
  switch (block.kind) {
    case "headline":
      return <Headline {...block} isFirst={isFirst} />;
    case "row":
      return (
        <div className={classes.row}>
          <ProductRow
            title={block.title}
            products={block.products}
            count={block.products.length}
            aside={<SeeAll title={block.title} to={block.to} />}
          />
        </div>
      );
    case "story":
      return <Story {...block} />;
    case "terms":
      return <TermTiles {...block} />;
    case "reviews":
      return <ReviewTiles {...block} />;
    case "text":
      return <InfoText body={block.body} />;
    default:
      return <SpecifiedPart block={block} pageNumber={1} />;
  }
}

function SeeAll({ title, to }: { title: string; to: string }) {
  if (to === "") return null;
  return (
    <PrefetchLink to={to} aria-label={`${title}: see all`}>
      See all
    </PrefetchLink>
  );
}
