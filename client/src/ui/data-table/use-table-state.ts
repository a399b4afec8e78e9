import { useDebouncedCallback } from "@mantine/hooks";
import { type AdminPageSize, defaultAdminPageSize, toAdminPageSize, toPageNumber } from "@shop/shared/page-number";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { toStay } from "../navigation-focus.ts";

const typingPauseMs = 250;

/** A list's filters by their names in the address, each with the values that it may have. */
type FilterChoices = Record<string, readonly string[] | "any">;

type FilterValues<Choices extends FilterChoices> = {
  [Name in keyof Choices]?: Choices[Name] extends readonly (infer Value)[] ? Value : string;
};

type TableStateOptions<Choices extends FilterChoices> = {
  /** The sort that shows when the address names none: a key, with "-" before it for the other way round. */
  usualSort: string;
  filters?: Choices;
  /** For lists that have the page in their path: the page there, and the path of a page. */
  inPath?: { pageNumber: number; toPath: (pageNumber: number) => string };
};

/** What a table shows, as the address says it, and the ways to change that. */
export type TableState = {
  /** The input of the list's query, filters apart. */
  input: { search: string; sort: string; pageNumber: number; pageSize: AdminPageSize };
  /** The words in the search field: ahead of the address while somebody types. */
  words: string;
  setWords: (words: string) => void;
  sort: { by: string; isDescending: boolean };
  setSort: (sort: string) => void;
  setPageSize: (pageSize: AdminPageSize) => void;
  /** The address of a page with everything else as it is. */
  toPage: (pageNumber: number) => string;
  /** Goes to a page in place of the present one. */
  replacePage: (pageNumber: number) => void;
  /** Whether words or filters leave something out. */
  isNarrowed: boolean;
  /** Drops words and filters. */
  widen: () => void;
};

/** The same with the list's own filters: those that are set, and the way to set one. */
type FilteredTableState<Choices extends FilterChoices> = TableState & {
  filters: FilterValues<Choices>;
  setFilter: (name: keyof Choices & string, value: string | undefined) => void;
};

/**
 * A table's search, sort, filters, page and page size, kept in the address, so
 * that reload, Back and a shared link show the same rows. Changes take the
 * place of the present entry of the history; only pages are places of their
 * own. New words, filters, sizes and sorts begin at the first page.
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
  const pageNumber = inPath?.pageNumber ?? toPageNumber(params.get("page"));
  const names = Object.keys(choices ?? {});
  const filters = filtersIn(params, choices);

  function addressOf(changes: Record<string, string | undefined>, page = 1): string {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries({ ...changes, page: undefined })) {
      if (value === undefined || value === "") next.delete(name);
      else next.set(name, value);
    }
    if (inPath === undefined && page > 1) next.set("page", String(page));
    const text = next.toString();
    return (inPath?.toPath(page) ?? pathname) + (text === "" ? "" : `?${text}`);
  }
  const change = (changes: Record<string, string | undefined>, page = 1) =>
    void navigate(addressOf(changes, page), { replace: true, preventScrollReset: true, state: toStay });

  const [words, showWords] = useState(search);
  const known = useRef(search);
  // Words that were sent to the address and may still be on their way there, while more are being typed.
  const sent = useRef(new Set<string>());
  const searchSoon = useDebouncedCallback((text: string) => {
    known.current = text.trim();
    if (known.current === search) return;
    sent.current.add(known.current);
    change({ search: known.current });
  }, typingPauseMs);
  useEffect(() => {
    if (search === known.current) sent.current.clear();
    if (search === known.current || sent.current.has(search)) return;
    // Back, Forward or a link has changed the words: they count, not what was being typed.
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
    sort: { by: sort.replace(/^-/, ""), isDescending: sort.startsWith("-") },
    setSort: (next) => change({ sort: next === usualSort ? undefined : next }),
    setFilter: (name, value) => change({ [name]: value }),
    setPageSize: (size) => change({ pageSize: size === defaultAdminPageSize ? undefined : String(size) }),
    toPage: (page) => addressOf({}, page),
    replacePage: (page) => change({}, page),
    isNarrowed: search !== "" || Object.keys(filters).length > 0,
    widen: () => {
      known.current = "";
      searchSoon.cancel();
      showWords("");
      change({ search: undefined, ...Object.fromEntries(names.map((name) => [name, undefined])) });
    },
  };
}

/** The filters of an address, without those whose values are not on offer. */
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
