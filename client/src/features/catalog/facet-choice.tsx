import { countLabel } from "@shop/shared/catalog/product-address";
import checkBox from "../../ui/check-box.module.css";
import { Swatch } from "../../ui/swatch.tsx";
import classes from "./facet-panel.module.css";

type ChoiceProps = {
  type: "checkbox" | "radio";
  name: string;
  value: string;
  label: string;
  count?: { count: number; hasMore: boolean };
  /** Shown before the label. */
  swatch?: string | undefined;
  isChosen: boolean;
  onToggle: () => void;
};

/** A value of a facet with the number of products that have it. */
export function Choice({ type, name, value, label, count, swatch, isChosen, onToggle }: ChoiceProps) {
  return (
    <label className={classes.choice}>
      <input type={type} name={name} value={value} checked={isChosen} onChange={onToggle} className={checkBox.box} />
      {swatch !== undefined && <Swatch swatch={swatch} isSmall />}
      <span className={classes.name}>{label}</span>
      {count !== undefined && <span className={classes.count}>{countLabel(count)}</span>}
    </label>
  );
}
