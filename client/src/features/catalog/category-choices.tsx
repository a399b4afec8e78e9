import { type Branch, flatten, toTree } from "@shop/shared/catalog/category-tree";
import type { Facets } from "@shop/shared/catalog/product-query";
import { Choice } from "./facet-choice.tsx";
import classes from "./facet-panel.module.css";

type Value = Facets["category"][number];

type CategoryChoicesProps = {
  values: readonly Value[];
  chosen: readonly string[];
  /** Further categories of the first level are behind a summary. */
  shownAtOnce: number;
  onChange: (chosen: string[]) => void;
};

/** The categories as a tree. Those below one show when it, or one of them, is chosen. */
export function CategoryChoices({ values, chosen, shownAtOnce, onChange }: CategoryChoicesProps) {
  const tree = toTree(values, { keyOf: ({ value }) => value, parentOf: ({ parent }) => parent });
  if (tree.length === 0) return null;
  const hasChosen = (branch: Branch<Value>) => flatten([branch]).some(({ item }) => chosen.includes(item.value));
  const isAtOnce = (branch: Branch<Value>, place: number) => place < shownAtOnce || hasChosen(branch);
  const rest = tree.filter((branch, place) => !isAtOnce(branch, place));
  const row = (branch: Branch<Value>) => (
    <CategoryChoice
      key={branch.item.value}
      branch={branch}
      chosen={chosen}
      isOpen={(each) => tree.length === 1 || hasChosen(each)}
      onChoose={(value) => onChange(choose(tree, chosen, value))}
    />
  );
  return (
    <fieldset className={classes.group}>
      <legend className={classes.title}>Category</legend>
      {tree.filter(isAtOnce).map(row)}
      {rest.length > 0 && (
        <details className={classes.more}>
          <summary className={classes.summary}>{`${rest.length} more`}</summary>
          {rest.map(row)}
        </details>
      )}
    </fieldset>
  );
}

type CategoryChoiceProps = {
  branch: Branch<Value>;
  chosen: readonly string[];
  isOpen: (branch: Branch<Value>) => boolean;
  onChoose: (value: string) => void;
};

function CategoryChoice({ branch, chosen, isOpen, onChoose }: CategoryChoiceProps) {
  const { item, below } = branch;
  return (
    <>
      <Choice
        type="checkbox"
        name="category"
        value={item.value}
        label={item.value}
        count={item}
        isChosen={chosen.includes(item.value)}
        onToggle={() => onChoose(item.value)}
      />
      {below.length > 0 && isOpen(branch) && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset is announced with both legends
        <div className={classes.below} role="group" aria-label={`In ${item.value}`}>
          {below.map((child) => (
            <CategoryChoice key={child.item.value} branch={child} chosen={chosen} isOpen={isOpen} onChoose={onChoose} />
          ))}
        </div>
      )}
    </>
  );
}

/** A category takes the place of those above and below it, which have its products or whose products it has. */
function choose(tree: readonly Branch<Value>[], chosen: readonly string[], value: string): string[] {
  if (chosen.includes(value)) return chosen.filter((each) => each !== value);
  const related = tree.flatMap((branch) => relatedTo(branch, value));
  return [...chosen.filter((each) => !related.includes(each)), value];
}

/** What is above and below a value in a branch; nothing where the branch does not have it. */
function relatedTo(branch: Branch<Value>, value: string): string[] {
  const { item, below } = branch;
  if (item.value === value) return flatten([branch]).map((each) => each.item.value);
  const found = below.flatMap((child) => relatedTo(child, value));
  return found.length === 0 ? [] : [item.value, ...found];
}
