import { savedItemsMax } from "@shop/shared/shop";
import { useSyncExternalStore } from "react";
import { recentList } from "../../lib/recent-list.ts";

/** What this browser has saved without an account, the newest first. Signing in joins it with the account's list. */
const list = recentList("savedItems", savedItemsMax);
const listeners = new Set<() => void>();
const none: readonly string[] = [];

let known: readonly string[] = none;

/** The same array until something changes. */
function read(): readonly string[] {
  const ids = list.read();
  if (ids.join() !== known.join()) known = ids;
  return known;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  window.addEventListener("pageshow", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
    window.removeEventListener("pageshow", listener);
  };
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

export const browserSaved = {
  read,
  save: (id: string, place = 0) => {
    list.remember(id, place);
    notifyListeners();
  },
  remove: (id: string) => {
    list.forget(id);
    notifyListeners();
  },
  /** Removes what was joined; what was saved meanwhile stays. */
  removeAll: (ids: readonly string[]) => {
    for (const id of ids) list.forget(id);
    notifyListeners();
  },
};

/** What this browser has saved; nothing on the server. */
export function useBrowserSaved(): readonly string[] {
  return useSyncExternalStore(subscribe, read, () => none);
}
