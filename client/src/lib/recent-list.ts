/** A list in the storage of this browser, the newest first and each text once. Signing out deletes it. */
export type RecentList = {
  read: () => string[];
  /** Puts a text first, or at a place of the list. */
  remember: (text: string, place?: number) => void;
  /** Removes a text; returns what is left. */
  forget: (text: string) => string[];
};

/** The list of at most `max` texts that is stored under a key. */
export function recentList(key: string, max: number): RecentList {
  function read(): string[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
      return Array.isArray(stored) ? stored.filter((each) => typeof each === "string").slice(0, max) : [];
    } catch {
      return [];
    }
  }

  function write(texts: string[]): string[] {
    try {
      localStorage.setItem(key, JSON.stringify(texts));
    } catch {
      // The browser blocks storage, so nothing is stored.
    }
    return texts;
  }

  const without = (text: string) => read().filter((each) => each.toLowerCase() !== text.toLowerCase());
  return {
    read,
    remember: (text, place = 0) => {
      if (text !== "") write(without(text).toSpliced(place, 0, text).slice(0, max));
    },
    forget: (text) => write(without(text)),
  };
}
