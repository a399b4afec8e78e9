import type { Suggestions } from "@shop/shared/catalog/catalog";
import type { TermKind } from "@shop/shared/catalog/term-page";
import { pathOf } from "@shop/shared/page/pages";
import { IconCategory, IconHistory, IconSearch, IconTag, IconTrendingUp, IconX } from "@tabler/icons-react";
import { type MouseEvent, type ReactNode, useEffect, useMemo, useState } from "react";
import { productPath, searchPath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { recentList } from "../../lib/recent-list.ts";
import { trpc } from "../../lib/trpc.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { Price } from "../../ui/price.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./search-suggestions.module.css";

const debounceMs = 200;
/** Its only row says what it is. */
const everything = "Everything found";
/** The last searches are only in this browser. */
const recentSearches = recentList("recentSearches", 6);

type SearchSuggestionsProps = ListProps & {
  isOpen: boolean;
  /** The last submitted keyword, which is remembered. */
  searched: string | undefined;
};

type ListProps = {
  keyword: string;
  /** Id of the listbox; option ids are `${listId}-${index}`. */
  listId: string;
  /** Index of the active option. */
  active: number | undefined;
  /** Receives the link targets whenever the options change. */
  onFound: (targets: readonly string[]) => void;
  onActivate: (index: number) => void;
  onSelect: () => void;
};

type Row = { key: string; target: string; content: ReactNode };
type Group = { name: string; rows: Row[] };

/** Listbox of the search combobox: suggestions, or for an empty field the last searches of this browser. */
export function SearchSuggestions({ isOpen, searched, ...list }: SearchSuggestionsProps) {
  useEffect(() => {
    if (searched !== undefined) recentSearches.remember(searched);
  }, [searched]);
  if (!isOpen) return null;
  return list.keyword === "" ? <RecentSearches {...list} /> : <SuggestionList {...list} />;
}

function RecentSearches({ listId, active, onFound, onActivate, onSelect }: ListProps) {
  const [searches, setSearches] = useState(recentSearches.read);
  useEffect(() => onFound(searches.map(searchPath)), [searches, onFound]);

  function remove(search: string, { currentTarget: button }: MouseEvent): void {
    // The button goes; a keyboard goes on with the next one, or in the field.
    if (button === document.activeElement) {
      const next = button.closest("li")?.nextElementSibling?.querySelector("button");
      (next ?? button.closest("form")?.querySelector("input"))?.focus();
    }
    setSearches(recentSearches.forget(search));
  }

  return (
    <>
      <div className={classes.list} hidden={searches.length === 0}>
        <p className={classes.title} aria-hidden="true">
          Recent searches
        </p>
        <div className={classes.recent}>
          <div id={listId} role="listbox" aria-label="Recent searches">
            {searches.map((search, index) => (
              <Option
                key={search}
                id={`${listId}-${index}`}
                target={searchPath(search)}
                isActive={index === active}
                onActivate={() => onActivate(index)}
                onSelect={() => {
                  recentSearches.remember(search);
                  onSelect();
                }}
              >
                <IconHistory size={18} aria-hidden="true" />
                <span className={classes.name}>{search}</span>
              </Option>
            ))}
          </div>
          {/* Beside the listbox, which may have nothing but options. */}
          <ul className={classes.removals}>
            {searches.map((search) => (
              <li key={search}>
                <button
                  type="button"
                  className={classes.remove}
                  aria-label={`Remove ${search} from your recent searches`}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={(event) => remove(search, event)}
                >
                  <IconX size={18} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Status>{searches.length > 0 && count(searches.length, "recent search", "recent searches")}</Status>
    </>
  );
}

function SuggestionList({ keyword, listId, active, onFound, onActivate, onSelect }: ListProps) {
  const debounced = useDebounced(keyword);
  const isEnabled = debounced !== "";
  const query = trpc.catalog.suggest.useQuery(
    { keyword: debounced },
    // Keeps the previous suggestions until the next response, so that the list does not flicker.
    { ...cachedBriefly, enabled: isEnabled, placeholderData: (before) => before, retry: false },
  );
  const data = isEnabled ? query.data : undefined;
  const groups = useMemo(() => (data === undefined ? [] : groupsOf(data, debounced)), [data, debounced]);
  useEffect(() => onFound(groups.flatMap(({ rows }) => rows.map(({ target }) => target))), [groups, onFound]);

  const total = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  let lastIndex = -1;
  return (
    <>
      <div id={listId} className={classes.list} role="listbox" aria-label="Suggestions" hidden={total === 0}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role="group"
          <div key={group.name} className={classes.group} role="group" aria-label={group.name}>
            {group.name !== everything && (
              <p className={classes.title} aria-hidden="true">
                {group.name}
              </p>
            )}
            {group.rows.map((row) => {
              lastIndex += 1;
              const index = lastIndex;
              return (
                <Option
                  key={row.key}
                  id={`${listId}-${index}`}
                  target={row.target}
                  isActive={index === active}
                  onActivate={() => onActivate(index)}
                  onSelect={onSelect}
                >
                  {row.content}
                </Option>
              );
            })}
          </div>
        ))}
      </div>
      <Status>{data !== undefined && !query.isFetching && count(total, "suggestion", "suggestions")}</Status>
    </>
  );
}

type OptionProps = {
  id: string;
  target: string;
  isActive: boolean;
  onActivate: () => void;
  onSelect: () => void;
  children: ReactNode;
};

/** An option of the listbox. Focus stays in the input. */
function Option({ id, target, isActive, onActivate, onSelect, children }: OptionProps) {
  return (
    <PrefetchLink
      id={id}
      className={classes.row}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      to={target}
      // Keeps the focus in the input; a blur would close the list before the click.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => !isActive && onActivate()}
      onClick={onSelect}
    >
      {children}
    </PrefetchLink>
  );
}

function Status({ children }: { children: ReactNode }) {
  return (
    <VisuallyHidden>
      <span role="status">{children}</span>
    </VisuallyHidden>
  );
}

const count = (total: number, one: string, many: string) => (total === 1 ? `1 ${one}` : `${total} ${many}`);

/** The value once it has not changed for `debounceMs`. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

function groupsOf(suggestions: Suggestions, keyword: string): Group[] {
  const { products, brands, categories, brandSlugs, categorySlugs, searches = [], total = 0 } = suggestions;
  const named = (kind: TermKind, names: string[], slugs: string[] | undefined, icon: ReactNode): Row[] =>
    names.map((name, place) => textRow(name, termTarget(kind, name, slugs?.[place]), { keyword, icon }));
  const groups: Group[] = [
    {
      name: "Categories",
      rows: named("category", categories, categorySlugs, <IconCategory size={18} aria-hidden="true" />),
    },
    { name: "Brands", rows: named("brand", brands, brandSlugs, <IconTag size={18} aria-hidden="true" />) },
    {
      name: "Popular searches",
      rows: searches.map((search) =>
        textRow(search, searchPath(search), { keyword, icon: <IconTrendingUp size={18} aria-hidden="true" /> }),
      ),
    },
    {
      name: "Products",
      rows: products.map(({ _id, name, image, price }) => ({
        key: _id,
        target: productPath(_id),
        content: (
          <>
            <ProductImage image={image} alt="" sizes="40px" of={{ name }} className={classes.image ?? ""} />
            <span className={classes.name}>
              <HighlightedText text={name} part={keyword} />
            </span>
            <Price amount={price} className={classes.price ?? ""} />
          </>
        ),
      })),
    },
    { name: everything, rows: total > 0 ? [allRow(total < products.length ? undefined : total, keyword)] : [] },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

function textRow(text: string, target: string, { keyword, icon }: { keyword: string; icon: ReactNode }): Row {
  return {
    key: text,
    target,
    content: (
      <>
        {icon}
        <span className={classes.name}>
          <HighlightedText text={text} part={keyword} />
        </span>
      </>
    ),
  };
}

/** The way to all that a search for the typed words finds. */
/** Without a number where the search finds fewer than what begins with the words. */
function allRow(total: number | undefined, keyword: string): Row {
  const text =
    total === 1 ? "1 result" : `All ${total === undefined ? "" : `${total.toLocaleString("en-US")} `}results`;
  return {
    key: "all",
    target: searchPath(keyword),
    content: (
      <>
        <IconSearch size={18} aria-hidden="true" />
        <span className={classes.all}>{text}</span>
      </>
    ),
  };
}

/** The page of a brand or category; a search for it where its slug is unknown. */
function termTarget(kind: TermKind, name: string, slug: string | undefined): string {
  return slug === undefined ? searchPath(name) : pathOf(kind, { slug });
}

/** The text with its first match of `part` highlighted, case-insensitively. */
function HighlightedText({ text, part }: { text: string; part: string }) {
  const start = text.toLowerCase().indexOf(part.toLowerCase());
  // Lower case changes the length of some characters. Offsets would be wrong then, so nothing is highlighted.
  if (start === -1 || text.toLowerCase().length !== text.length) return text;
  const end = start + part.length;
  return (
    <>
      {text.slice(0, start)}
      <mark className={classes.mark}>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}
