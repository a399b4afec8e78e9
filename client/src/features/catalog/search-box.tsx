import { Button } from "@mantine/core";
import { keywordLength } from "@shop/shared/shop";
import { IconSearch } from "@tabler/icons-react";
import {
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { keywordOf, searchPath } from "../../lib/paths.ts";
import classes from "./search-box.module.css";
import type { SearchSuggestionsProps } from "./search-suggestions.tsx";

/** Loads when somebody begins to type. A shop without suggestions still searches. */
const SearchSuggestions = lazy(async (): Promise<{ default: ComponentType<SearchSuggestionsProps> }> => {
  const suggestions = await import("./search-suggestions.tsx").catch(() => undefined);
  return { default: suggestions?.SearchSuggestions ?? (() => null) };
});

/** The open list of suggestions: where each leads, and which of them is active. */
function useSuggestionList() {
  const [isOpen, setOpen] = useState(false);
  /** In the order in which the suggestions stand. */
  const [targets, setTargets] = useState<readonly string[]>([]);
  const [active, setActive] = useState<number | undefined>();
  const isShown = isOpen && targets.length > 0;

  function close(): void {
    setOpen(false);
    setActive(undefined);
  }

  const show = useCallback((found: readonly string[]) => {
    setTargets(found);
    setActive(undefined);
  }, []);

  function handleKey(event: KeyboardEvent): void {
    const count = targets.length;
    if (event.key === "Escape" && isShown) {
      // The browser would empty the field as well.
      event.preventDefault();
      close();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && count > 0) {
      event.preventDefault();
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      const start = step === 1 ? -1 : count;
      // One stop in between stands for the typed text.
      const next = (active ?? start) + step;
      setActive(next >= 0 && next < count ? next : undefined);
    }
  }

  const target = isShown && active !== undefined ? targets[active] : undefined;
  return { isOpen, isShown, active, target, setOpen, setActive, show, close, handleKey };
}

/** The search field. It shows the keyword of the address; an empty search leads Home. While typing it suggests. */
export function SearchBox() {
  const id = useId();
  const listId = `${id}-suggestions`;
  const navigate = useNavigate();
  const { pathname, key } = useLocation();
  const [text, setText] = useState(() => keywordOf(pathname));
  const { isOpen, isShown, active, target, setOpen, setActive, show, close, handleKey } = useSuggestionList();

  const place = `${key} ${pathname}`;
  const shown = useRef(place);

  // biome-ignore lint/correctness/useExhaustiveDependencies: searching the same again is a new location of the same path
  useEffect(() => {
    // The first location is in the field already, and typing may have begun.
    if (shown.current === place) return;
    shown.current = place;
    setText(keywordOf(pathname));
    close();
  }, [place]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    close();
    setText("");
    void navigate(target ?? searchPath(text));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the element <search> is too young for the screen readers in use
    <form
      className={classes.search}
      role="search"
      onSubmit={submit}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
    >
      <label className={classes.label} htmlFor={id}>
        Search products
      </label>
      <IconSearch className={classes.icon} size={18} aria-hidden="true" />
      <input
        id={id}
        className={classes.input}
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={isShown && active !== undefined ? `${listId}-${active}` : undefined}
        name="keyword"
        placeholder="Search products…"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={keywordLength}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(undefined);
          setOpen(event.target.value.trim() !== "");
        }}
        onKeyDown={handleKey}
      />
      <Button type="submit" className={classes.button ?? ""}>
        Search
      </Button>
      {isOpen && (
        <Suspense>
          <SearchSuggestions
            keyword={text.trim()}
            listId={listId}
            active={active}
            onFound={show}
            onPoint={setActive}
            onPick={close}
          />
        </Suspense>
      )}
    </form>
  );
}
