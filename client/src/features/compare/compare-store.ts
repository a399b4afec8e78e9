import { useSyncExternalStore } from "react";

/** The most products side by side. */
export const comparedMax = 4;

const key = "compare";
const listeners = new Set<() => void>();
/** What is compared where the browser blocks storage. */
let inMemory = "";

/** Ids with commas, as they are stored and in the page's address. */
function readText(): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return inMemory;
  }
}

/** The ids in a text of ids with commas. */
export function idsIn(text: string): string[] {
  return [...new Set(text.split(","))].filter((id) => id !== "").slice(0, comparedMax);
}

/** Sets which products are compared, in this browser. */
export function setCompared(ids: readonly string[]): void {
  inMemory = ids.join(",");
  try {
    localStorage.setItem(key, inMemory);
  } catch {
    // The browser blocks storage: it stays in memory.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The ids of the products that are compared. None on the server and while its HTML is hydrated. */
export function useCompared(): string[] {
  return idsIn(useSyncExternalStore(subscribe, readText, () => ""));
}

/** Whether a product is compared or cannot be added, and what adds it or takes it out. */
export function useCompareToggle(id: string) {
  const ids = useCompared();
  const isCompared = ids.includes(id);
  return {
    isCompared,
    isFull: !isCompared && ids.length >= comparedMax,
    toggle: () => setCompared(isCompared ? ids.filter((each) => each !== id) : [...ids, id]),
  };
}
