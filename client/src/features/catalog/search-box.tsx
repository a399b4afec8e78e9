import { Button } from "@mantine/core";
import { keywordLength } from "@shop/shared/shop";
import { IconSearch } from "@tabler/icons-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { keywordOf, searchPath } from "../../lib/paths.ts";
import classes from "./search-box.module.css";

/** The search field. It shows the keyword of the address; an empty search leads Home. */
export function SearchBox() {
  const id = useId();
  const navigate = useNavigate();
  const { pathname, key } = useLocation();
  const [text, setText] = useState(() => keywordOf(pathname));

  // biome-ignore lint/correctness/useExhaustiveDependencies: searching the same again is a new location of the same path
  useEffect(() => setText(keywordOf(pathname)), [pathname, key]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setText("");
    navigate(searchPath(text));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the element <search> is too young for the screen readers in use
    <form className={classes.search} role="search" onSubmit={submit}>
      <label className={classes.label} htmlFor={id}>
        Search products
      </label>
      <IconSearch className={classes.icon} size={18} aria-hidden="true" />
      <input
        id={id}
        className={classes.input}
        type="search"
        name="keyword"
        placeholder="Search products…"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={keywordLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" className={classes.button ?? ""}>
        Search
      </Button>
    </form>
  );
}
