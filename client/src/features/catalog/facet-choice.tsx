import { countLabel } from "@shop/shared/catalog/product-address";
import checkBox from "../../ui/check-box.module.css";
import classes from "./facet-panel.module.css";

type ChoiceProps = {
  type: "checkbox" | "radio";
  name: string;
  value: string;
  label: string;
  count?: { count: number; hasMore: boolean };
  isChosen: boolean;
  onToggle: () => void;
};

/** A value of a facet with the number of products that have it. */
export function Choice({ type, name, value, label, count, isChosen, onToggle }: ChoiceProps) {
  return (
    <label className={classes.choice}>
      <input type={type} name={name} value={value} checked={isChosen} onChange={onToggle} className={checkBox.box} />
      <span className={classes.name}>{label}</span>
      {count !== undefined && <span className={classes.count}>{countLabel(count)}</span>}
    </label>
  );
}
