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

/** How long typing has to rest, in milliseconds, and how many rows are shown. */
const restMs = 200;
const rowLimit = 8;

export type SearchSuggestionsProps = {
  keyword: string;
  /** Id of the list; each row's is made of it and the row's place. */
  listId: string;
  /** The row that the keyboard has reached. */
  active: number | undefined;
  /** Told where the rows lead, whenever they change. */
  onFound: (targets: readonly string[]) => void;
  onPoint: (place: number) => void;
  onPick: () => void;
};

type Row = { key: string; target: string; content: ReactNode };
type Group = { name: string; rows: Row[] };

/** What the typed letters may mean: the list of a combobox, whose field keeps the focus. */
export function SearchSuggestions({ keyword, listId, active, onFound, onPoint, onPick }: SearchSuggestionsProps) {
  const rested = useRested(keyword);
  const isAsked = rested !== "" && keyword !== "";
  const answer = trpc.catalog.suggest.useQuery(
    { keyword: rested },
    // What was found for fewer letters stays until there is news, so that the list does not flicker.
    { ...cachedBriefly, enabled: isAsked, placeholderData: (before) => before, retry: false },
  );
  const data = isAsked ? answer.data : undefined;
  const groups = useMemo(() => (data === undefined ? [] : groupsOf(data, rested)), [data, rested]);
  useEffect(() => onFound(groups.flatMap(({ rows }) => rows.map(({ target }) => target))), [groups, onFound]);

  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  let place = -1;
  return (
    <>
      <div id={listId} className={classes.list} role="listbox" aria-label="Suggestions" hidden={count === 0}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options so
          <div key={group.name} className={classes.group} role="group" aria-label={group.name}>
            <p className={classes.title} aria-hidden="true">
              {group.name}
            </p>
            {group.rows.map((row) => {
              place += 1;
              const own = place;
              return (
                <PrefetchLink
                  key={row.key}
                  id={`${listId}-${own}`}
                  className={classes.row}
                  role="option"
                  aria-selected={own === active}
                  tabIndex={-1}
                  to={row.target}
                  // A press must not take the focus out of the field, or the list would close under it.
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => own !== active && onPoint(own)}
                  onClick={onPick}
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
          {data !== undefined && !answer.isFetching && (count === 1 ? "1 suggestion" : `${count} suggestions`)}
        </span>
      </VisuallyHidden>
    </>
  );
}

/** A value once it has not changed for a while. */
function useRested(value: string): string {
  const [rested, setRested] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
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
            <Marked text={name} part={keyword} />
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
              <Marked text={name} part={keyword} />
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

/** A text with the typed part marked, where it stands as it was typed. */
function Marked({ text, part }: { text: string; part: string }) {
  const start = text.toLowerCase().indexOf(part.toLowerCase());
  // Some letters change their length in lower case; then nothing is marked rather than the wrong part.
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
