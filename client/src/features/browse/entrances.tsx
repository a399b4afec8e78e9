import { imageAt } from "@shop/shared/catalog/image";
import { pathOf } from "@shop/shared/page/pages";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./entrances.module.css";

/** The first categories and brands of the menu, as a row that scrolls on phones. */
export function Entrances() {
  const { data } = trpc.catalog.entrances.useQuery(undefined, cachedBriefly);
  return (
    data?.length !== 0 && (
      <nav aria-label="Categories and brands">
        <ul className={classes.row}>
          {data?.map(({ _id, kind, slug, name, image }) => (
            <li key={_id}>
              <PrefetchLink to={pathOf(kind, { slug })} className={classes.entrance}>
                <img className={classes.image} src={imageAt(image, 160)} alt="" width={48} height={48} loading="lazy" />
                {name}
              </PrefetchLink>
            </li>
          ))}
        </ul>
      </nav>
    )
  );
}
