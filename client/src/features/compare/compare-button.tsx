import { IconScale } from "@tabler/icons-react";
import { ShopLink } from "../../ui/prefetch-link.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./compare-button.module.css";
import { comparePath } from "./compare-path.ts";
import { comparedMax, useCompared, useCompareToggle } from "./compare-store.ts";

/** Adds the product of a page to the comparison, or takes it out: a check box that looks like its neighbour, the heart. */
export function CompareButton({ product: { _id, name } }: { product: { _id: string; name: string } }) {
  const { isCompared, isFull, toggle } = useCompareToggle(_id);
  const title = isFull ? `You can compare ${comparedMax} at most` : isCompared ? "In your comparison" : "Compare";
  return (
    <label className={classes.button} title={title}>
      <input type="checkbox" className={classes.box} checked={isCompared} disabled={isFull} onChange={toggle} />
      <IconScale size={22} aria-hidden="true" />
      <VisuallyHidden>Compare {name}</VisuallyHidden>
    </label>
  );
}

/** The way from a product to the comparison, once there are two of them. */
export function ComparedLink() {
  const ids = useCompared();
  if (ids.length < 2) return null;
  return (
    <ShopLink className={classes.link} to={comparePath(ids)}>
      See {ids.length} side by side
    </ShopLink>
  );
}
