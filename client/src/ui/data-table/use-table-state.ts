import { useDebouncedCallback } from "@mantine/hooks";
import { type AdminPageSize, defaultAdminPageSize, toAdminPageSize, toPageNumber } from "@shop/shared/page/page-number";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { toStay } from "../navigation-focus.ts";

const typingPauseMs = 250;

/** The filters of a list by their parameter in the address, each with its allowed values. */
type FilterChoices = Record<string, readonly string[] | "any">;

type FilterValues<Choices extends FilterChoices> = {
  [Name in keyof Choices]?: Choices[Name] extends readonly (infer Value)[] ? Value : string;
};

type TableStateOptions<Choices extends FilterChoices> = {
  /** The sort without a parameter in the address: a key, with "-" in front for descending. */
  usualSort: string;
  filters?: Choices;
  /** For a list with its page number in the path. */
  inPath?: { path: string; toPath: (pageNumber: number) => string };
};

/** The state of a table, held in the address, with its setters. */
export type TableState = {
  /** The input of the list's query without the filters. */
  input: { search: string; sort: string; pageNumber: number; pageSize: AdminPageSize };
  /** The text of the search field, ahead of the address by the debounce. */
  words: string;
  setWords: (words: string) => void;
  /** Searches for the text without waiting for a pause in typing. */
  searchNow: () => void;
  sort: { by: string; isDescending: boolean };
  setSort: (sort: string) => void;
  setPageSize: (pageSize: AdminPageSize) => void;
  /** The address of a page with the other parameters unchanged. */
  toPage: (pageNumber: number) => string;
  /** Replaces the present page in the history. */
  replacePage: (pageNumber: number) => void;
  /** Whether a search or a filter is set. */
  isNarrowed: boolean;
  /** How many filters are set. */
  filterCount: number;
  /** Clears the search and the filters. */
  widen: () => void;
};

/** The state with the list's own filters. */
type FilteredTableState<Choices extends FilterChoices> = TableState & {
  filters: FilterValues<Choices>;
  setFilter: (name: keyof Choices & string, value: string | undefined) => void;
};

/**
 * The search, sort, filters, page and page size of a table, held in the address, so that reload, Back and a shared link
 * show the same rows. Only a page change adds an entry to the history; every other change replaces the present entry and
 * starts at the first page.
 */
export function useTableState<const Choices extends FilterChoices = Record<never, never>>({
  usualSort,
  filters: choices,
  inPath,
}: TableStateOptions<Choices>): FilteredTableState<Choices> {
  const { pathname, search: query } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(query);
  const search = params.get("search")?.trim().slice(0, 100) ?? "";
  const sort = params.get("sort") ?? usualSort;
  const pageSize = toAdminPageSize(params.get("pageSize"));
  const pageNumber = toPageNumber(inPath === undefined ? params.get("page") : pathname.slice(inPath.path.length + 1));
  const names = Object.keys(choices ?? {});
  const filters = filtersIn(params, choices);

  function addressOf(changes: Record<string, string | undefined>, page?: number): string {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries({ ...changes, page: undefined })) {
      if (value === undefined || value === "") next.delete(name);
      else next.set(name, value);
    }
    if (inPath === undefined && page !== undefined && page > 1) next.set("page", String(page));
    const text = next.toString();
    const path = page === undefined ? inPath?.path : inPath?.toPath(page);
    return (path ?? pathname) + (text === "" ? "" : `?${text}`);
  }
  const change = (changes: Record<string, string | undefined>, page?: number) =>
    void navigate(addressOf(changes, page), { replace: true, preventScrollReset: true, state: toStay });

  const [words, showWords] = useState(search);
  const known = useRef(search);
  const searchSoon = useDebouncedCallback((text: string) => {
    known.current = text.trim();
    if (known.current === search) return;
    change({ search: known.current });
  }, typingPauseMs);
  useEffect(() => {
    if (search === known.current) return;
    // Back, Forward or a link changed the search, which takes precedence over the typed text.
    known.current = search;
    searchSoon.cancel();
    showWords(search);
  }, [search, searchSoon]);

  return {
    input: { search, sort, pageNumber, pageSize },
    filters,
    words,
    setWords: (text) => {
      showWords(text);
      searchSoon(text);
    },
    searchNow: searchSoon.flush,
    sort: { by: sort.replace(/^-/, ""), isDescending: sort.startsWith("-") },
    setSort: (next) => change({ sort: next === usualSort ? undefined : next }),
    setFilter: (name, value) => change({ [name]: value }),
    setPageSize: (size) => change({ pageSize: size === defaultAdminPageSize ? undefined : String(size) }),
    toPage: (page) => addressOf({}, page),
    replacePage: (page) => change({}, page),
    filterCount: Object.keys(filters).length,
    isNarrowed: search !== "" || Object.keys(filters).length > 0,
    widen: () => {
      known.current = "";
      searchSoon.cancel();
      showWords("");
      change({ search: undefined, ...Object.fromEntries(names.map((name) => [name, undefined])) });
    },
  };
}

/** The filters of an address, without those with a value that is not allowed. */
function filtersIn<Choices extends FilterChoices>(
  params: URLSearchParams,
  choices: Choices | undefined,
): FilterValues<Choices> {
  const found: Record<string, string> = {};
  for (const [name, values] of Object.entries(choices ?? {})) {
    const value = params.get(name);
    if (value !== null && value !== "" && (values === "any" || values.includes(value))) found[name] = value;
  }
  return isOnOffer(found, choices) ? found : {};
}

function isOnOffer<Choices extends FilterChoices>(
  found: Record<string, string>,
  choices: Choices | undefined,
): found is Record<string, string> & FilterValues<Choices> {
  return Object.keys(found).every((name) => choices !== undefined && name in choices);
}
