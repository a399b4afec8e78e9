import { Button } from "@mantine/core";
import checkBox from "../../ui/check-box.module.css";
import { ShopLink } from "../../ui/prefetch-link.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { comparePath } from "./compare-path.ts";
import { comparedMax, setCompared, useCompared, useCompareToggle } from "./compare-store.ts";
import classes from "./compare-toggle.module.css";

type CompareToggleProps = { product: { _id: string; name: string } };

/** Adds a product to the comparison, or takes it out. */
export function CompareToggle({ product: { _id, name } }: CompareToggleProps) {
  const { isCompared, isFull, toggle } = useCompareToggle(_id);
  return (
    <label className={classes.toggle}>
      <input type="checkbox" className={checkBox.box} checked={isCompared} disabled={isFull} onChange={toggle} />
      <span>
        Compare <VisuallyHidden>{name}</VisuallyHidden>
      </span>
    </label>
  );
}

/** The way from a list to the comparison, while something is compared. */
export function CompareBar() {
  const ids = useCompared();
  if (ids.length === 0) return null;
  return (
    <div className={classes.bar}>
      <p className={classes.count} role="status">
        {ids.length} of {comparedMax} to compare
      </p>
      <Button variant="subtle" onClick={() => setCompared([])}>
        Clear
      </Button>
      <Button component={ShopLink} to={comparePath(ids)}>
        Compare
      </Button>
    </div>
  );
}
