import { useState } from "react";

/** The selected rows of a table. */
export type Selection = {
  keys: ReadonlySet<string>;
  count: number;
  setSelected: (keys: readonly string[], isSelected: boolean) => void;
  clear: () => void;
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
