import type { Entrance } from "@shop/shared/catalog/term-page";
import { pathOf } from "@shop/shared/page/pages";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import classes from "./term-tiles.module.css";
import { TitledBlock } from "./titled-block.tsx";

/** Categories or brands with their images, each of which leads to its products. */
export function TermTiles({ title, terms }: { title: string; terms: readonly Entrance[] }) {
  return (
    <TitledBlock title={title}>
      <ul className={classes.tiles}>
        {terms.map(({ _id, kind, slug, name, image }) => (
          <li key={_id}>
            <PrefetchLink to={pathOf(kind, { slug })} className={classes.tile}>
              <ProductImage
                image={image}
                alt=""
                sizes="(min-width: 62em) 190px, 45vw"
                of={{ name }}
                className={classes.image ?? ""}
              />
              <span className={classes.name}>{name}</span>
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </TitledBlock>
  );
}
