import { Button } from "@mantine/core";
import { searchFormPath } from "@shop/shared/page/pages";
import { keywordLength } from "@shop/shared/shop";
import { IconSearch, IconX } from "@tabler/icons-react";
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { keywordOf, searchPath } from "../../lib/paths.ts";
import classes from "./search-box.module.css";

/** Loaded when the field gets the focus or text. Search works without it. */
const SearchSuggestions = lazyPart(
  "search-suggestions",
  () => import("./search-suggestions.tsx").then((list) => list.SearchSuggestions),
  { failed: () => null },
);

/** State of the suggestion list: its targets and the active option. */
function useSuggestionList() {
  const [isOpen, setOpen] = useState(false);
  /** Link targets in the order of the options. */
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
      // Browsers clear a search input on Escape.
      event.preventDefault();
      close();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && count > 0) {
      event.preventDefault();
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      const start = step === 1 ? -1 : count;
      // Between the last and the first option no option is active, which stands for the typed text.
      const next = (active ?? start) + step;
      setActive(next >= 0 && next < count ? next : undefined);
    }
  }

  const target = isShown && active !== undefined ? targets[active] : undefined;
  return { isOpen, isShown, active, target, setOpen, setActive, show, close, handleKey };
}

/** Runs for every location but the initial one, which is the initial state that input may already have changed. */
function useNextLocation(action: () => void): void {
  const { pathname, key } = useLocation();
  // A repeated search is a new location with the same path.
  const locationId = `${key} ${pathname}`;
  const shown = useRef(locationId);
  const run = useEffectEvent(action);
  useEffect(() => {
    if (shown.current === locationId) return;
    shown.current = locationId;
    run();
  }, [locationId]);
}

/**
 * Search combobox with suggestions. It shows the keyword of the URL; an empty search leads to Home. `landmark` names one
 * beside that of the header.
 */
export function SearchBox({ landmark }: { landmark?: string }) {
  const id = useId();
  const listId = `${id}-suggestions`;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [text, setText] = useState(() => keywordOf(pathname));
  /** The last submitted keyword. */
  const [searched, setSearched] = useState<string>();
  const { isOpen, isShown, active, target, setOpen, setActive, show, close, handleKey } = useSuggestionList();

  const input = useRef<HTMLInputElement>(null);
  useNextLocation(() => {
    setText(keywordOf(pathname));
    close();
  });

  function changeText(next: string): void {
    setText(next);
    setActive(undefined);
    setOpen(true);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    // The state learns late of what was typed before hydration.
    const keyword = (input.current?.value ?? text).trim();
    setText("");
    close();
    if (target === undefined) setSearched(keyword);
    void navigate(target ?? searchPath(keyword));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: screen readers in use do not support the search element yet
    <form
      className={classes.search}
      action={searchFormPath}
      role="search"
      aria-label={landmark}
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
        ref={input}
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
        onChange={(event) => changeText(event.target.value)}
        onFocus={(event) => event.target.value === "" && setOpen(true)}
        onKeyDown={handleKey}
      />
      {text !== "" && <ClearButton field={input} onClear={() => changeText("")} />}
      <Button type="submit">Search</Button>
      {(isOpen || searched !== undefined) && (
        <SearchSuggestions
          isOpen={isOpen}
          searched={searched}
          keyword={text.trim()}
          listId={listId}
          active={active}
          onFound={show}
          onActivate={setActive}
          onSelect={close}
        />
      )}
    </form>
  );
}

function ClearButton({ field, onClear }: { field: RefObject<HTMLElement | null>; onClear: () => void }) {
  function clear(): void {
    onClear();
    // This button unmounts.
    field.current?.focus();
  }
  return (
    // Not a Tab stop: Escape clears the field as well.
    <button type="button" className={classes.clear} aria-label="Clear" tabIndex={-1} onClick={clear}>
      <IconX size={18} aria-hidden="true" />
    </button>
  );
}
