const storageKey = "searchTrail";
/** The last searches that are remembered, and the variants of a product. */
const searchesMax = 5;
const idsMax = 50;

/** A search, and a product that was opened from its results: with the other variants, of which one may be bought. */
type Opened = { keyword: string; ids: string[] };

/** What is searched right now; empty on other pages. */
let shown = "";

/** Notes whose results are shown; an empty keyword for another page. */
export function noteResults(keyword: string): void {
  shown = keyword;
}

/** Notes in this tab that a product was opened, if it was opened from the results of a search. */
export function noteOpened(ids: readonly string[]): void {
  if (shown === "") return;
  const opened = { keyword: shown, ids: [...new Set(ids)].slice(0, idsMax) };
  shown = "";
  const others = read().filter(({ keyword, ids: [id] }) => keyword !== opened.keyword || id !== opened.ids[0]);
  write([opened, ...others].slice(0, searchesMax));
}

/** The searches that led to some of the products, which are forgotten with that. */
export function takeSearchesOf(products: readonly string[]): { keyword: string; product: string }[] {
  const all = read();
  const found = all.flatMap(({ keyword, ids }) => {
    const product = products.find((id) => ids.includes(id));
    return product === undefined ? [] : [{ keyword, product }];
  });
  if (found.length > 0) write(all.filter(({ ids }) => !products.some((id) => ids.includes(id))));
  return found;
}

function read(): Opened[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isOpened) : [];
  } catch {
    return [];
  }
}

function isOpened(value: unknown): value is Opened {
  if (typeof value !== "object" || value === null || !("keyword" in value) || !("ids" in value)) return false;
  const { keyword, ids } = value;
  return typeof keyword === "string" && Array.isArray(ids) && ids.every((id) => typeof id === "string");
}

function write(all: readonly Opened[]): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(all));
  } catch {
    // The browser blocks storage, so nothing is counted.
  }
}
