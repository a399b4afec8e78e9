import { useState } from "react";

/** The selected rows of a table. */
export type Selection = {
  keys: ReadonlySet<string>;
  count: number;
  setSelected: (keys: readonly string[], isSelected: boolean) => void;
  clear: () => void;
  /** For a list whose acts can be for all rows that match its filter, also on other pages. */
  matching?: {
    /** How many there are. */
    total: number;
    isChosen: boolean;
    choose: () => void;
  };
};

/** A selection among the shown rows. A row that is no longer shown is no longer selected, so that no action is unseen. */
export function useSelection(shown: readonly string[]): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const keys = new Set(shown.filter((key) => selected.has(key)));
  return {
    keys,
    count: keys.size,
    setSelected: (changed, isSelected) => {
      const next = new Set(keys);
      for (const key of changed) {
        if (isSelected) next.add(key);
        else next.delete(key);
      }
      setSelected(next);
    },
    clear: () => setSelected(new Set()),
  };
}

/**
 * A selection that can be extended to all rows that match the filter, once the whole page is selected. It ends when the
 * filter or the page changes, or a row is unselected. `query` names the filter.
 */
export function useMatchingSelection(shown: readonly string[], total: number, query: string): Selection {
  const selection = useSelection(shown);
  const [chosenFor, setChosenFor] = useState<string>();
  const isWholePage = shown.length > 0 && selection.count === shown.length;
  const isChosen = isWholePage && chosenFor === query;
  if (!isWholePage || total <= shown.length) return selection;
  const leave = () => setChosenFor(undefined);
  return {
    ...selection,
    count: isChosen ? total : selection.count,
    setSelected: (keys, isSelected) => {
      leave();
      selection.setSelected(keys, isSelected);
    },
    clear: () => {
      leave();
      selection.clear();
    },
    matching: { total, isChosen, choose: () => setChosenFor(query) },
  };
}
