import type { Suggestions } from "@shop/shared/catalog";
import { IconCategory, IconTag } from "@tabler/icons-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { productPath, searchPath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { Price } from "../../ui/price.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./search-suggestions.module.css";

const debounceMs = 200;
const rowLimit = 8;

type SearchSuggestionsProps = {
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

/** Listbox of the search combobox. Focus stays in the input. */
export function SearchSuggestions({ keyword, listId, active, onFound, onActivate, onSelect }: SearchSuggestionsProps) {
  const debounced = useDebounced(keyword);
  const isEnabled = debounced !== "" && keyword !== "";
  const query = trpc.catalog.suggest.useQuery(
    { keyword: debounced },
    // Keeps the previous suggestions until the next response, so that the list does not flicker.
    { ...cachedBriefly, enabled: isEnabled, placeholderData: (before) => before, retry: false },
  );
  const data = isEnabled ? query.data : undefined;
  const groups = useMemo(() => (data === undefined ? [] : groupsOf(data, debounced)), [data, debounced]);
  useEffect(() => onFound(groups.flatMap(({ rows }) => rows.map(({ target }) => target))), [groups, onFound]);

  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  let lastIndex = -1;
  return (
    <>
      <div id={listId} className={classes.list} role="listbox" aria-label="Suggestions" hidden={count === 0}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role="group"
          <div key={group.name} className={classes.group} role="group" aria-label={group.name}>
            <p className={classes.title} aria-hidden="true">
              {group.name}
            </p>
            {group.rows.map((row) => {
              lastIndex += 1;
              const index = lastIndex;
              return (
                <PrefetchLink
                  key={row.key}
                  id={`${listId}-${index}`}
                  className={classes.row}
                  role="option"
                  aria-selected={index === active}
                  tabIndex={-1}
                  to={row.target}
                  // Keeps the focus in the input; a blur would close the list before the click.
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => index !== active && onActivate(index)}
                  onClick={onSelect}
                >
                  {row.content}
                </PrefetchLink>
              );
            })}
          </div>
        ))}
      </div>
      <VisuallyHidden>
        <span role="status">
          {data !== undefined && !query.isFetching && (count === 1 ? "1 suggestion" : `${count} suggestions`)}
        </span>
      </VisuallyHidden>
    </>
  );
}

/** The value once it has not changed for `debounceMs`. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

function groupsOf({ products, brands, categories }: Suggestions, keyword: string): Group[] {
  const named = (names: string[], icon: ReactNode): Row[] =>
    names.map((name) => ({
      key: name,
      target: searchPath(name),
      content: (
        <>
          {icon}
          <span className={classes.name}>
            <HighlightedText text={name} part={keyword} />
          </span>
        </>
      ),
    }));
  const groups: Group[] = [
    {
      name: "Products",
      rows: products.map(({ _id, name, image, price }) => ({
        key: _id,
        target: productPath(_id),
        content: (
          <>
            <ProductImage image={image} alt="" sizes="40px" className={classes.image ?? ""} />
            <span className={classes.name}>
              <HighlightedText text={name} part={keyword} />
            </span>
            <Price amount={price} className={classes.price ?? ""} />
          </>
        ),
      })),
    },
    { name: "Brands", rows: named(brands, <IconTag size={18} aria-hidden="true" />) },
    { name: "Categories", rows: named(categories, <IconCategory size={18} aria-hidden="true" />) },
  ];
  let left = rowLimit;
  return groups.flatMap(({ name, rows }) => {
    const shown = rows.slice(0, left);
    left -= shown.length;
    return shown.length === 0 ? [] : [{ name, rows: shown }];
  });
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
