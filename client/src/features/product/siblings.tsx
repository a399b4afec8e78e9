import type { Sibling } from "@shop/shared/catalog/catalog";
import { productPath } from "../../lib/paths.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./siblings.module.css";

/** Links to the same product in other colors or the like, this one marked. */
export function Siblings({ productId, siblings }: { productId: string; siblings: Sibling[] }) {
  return (
    <nav className={classes.siblings} aria-label="Also available as">
      <ul className={classes.list}>
        {siblings.map(({ _id, name, image, label, countInStock }) => (
          <li key={_id}>
            <PrefetchLink
              to={productPath(_id)}
              className={classes.link}
              aria-current={_id === productId ? "page" : undefined}
            >
              <ProductImage image={image} alt="" sizes="64px" className={classes.image ?? ""} />
              <span className={classes.label}>{label}</span>
              <VisuallyHidden>, {name}</VisuallyHidden>
              {countInStock === 0 && (
                <span className={classes.soldOut}>
                  <VisuallyHidden>, </VisuallyHidden>Sold out
                </span>
              )}
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
