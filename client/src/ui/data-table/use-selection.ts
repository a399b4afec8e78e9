import { useState } from "react";

/** Which rows of a table are chosen. */
export type Selection = {
  keys: ReadonlySet<string>;
  count: number;
  setChosen: (keys: readonly string[], isChosen: boolean) => void;
  clear: () => void;
};

/** A choice among the rows that show: what leaves the screen is not chosen any more, so nothing happens unseen. */
export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const keys = new Set(shown.filter((key) => chosen.has(key)));
  return {
    keys,
    count: keys.size,
    setChosen: (changed, isChosen) => {
      const next = new Set(keys);
      for (const key of changed) {
        if (isChosen) next.add(key);
        else next.delete(key);
      }
      setChosen(next);
    },
    clear: () => setChosen(new Set()),
  };
}
