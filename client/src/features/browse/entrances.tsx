import { pathOf } from "@shop/shared/page/pages";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import classes from "./entrances.module.css";

/** The first categories, with collections, and brands of the menu, each group as a row that scrolls on phones. */
export function Entrances() {
  const { data } = trpc.catalog.entrances.useQuery(undefined, cachedBriefly);
  return (
    <nav aria-label="Categories and brands" className={classes.groups}>
      {["Categories", "Brands"].map((title, place) => {
        const shown = data?.filter(({ kind }) => Number(kind === "brand") === place);
        return (
          shown?.length !== 0 && (
            <div key={title}>
              <h2 className={classes.title}>{title}</h2>
              <ul className={classes.row}>
                {shown?.map(({ _id, kind, slug, name, image }) => (
                  <li key={_id}>
                    <PrefetchLink to={pathOf(kind, { slug })} className={classes.entrance}>
                      <ProductImage image={image} alt="" sizes="48px" of={{ name }} className={classes.image ?? ""} />
                      {name}
                    </PrefetchLink>
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
    </nav>
  );
}
