import { IconX } from "@tabler/icons-react";
import { toStay } from "../../ui/navigation-focus.ts";
import { ShopLink } from "../../ui/prefetch-link.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./filters.module.css";
import { chosenIn, type Listing, withoutChoice } from "./listing.ts";
import links from "./product-listing.module.css";

type FacetChipsProps = {
  listing: Listing;
  /** Called when a chip is removed, which takes the focus with it. */
  onRemove: () => void;
};

/** What is chosen, each with a link that removes it. */
export function FacetChips({ listing, onRemove }: FacetChipsProps) {
  const chips = chosenIn(listing);
  const { query, toPath } = listing;
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {chips.map(({ kind, text, without }) => (
        <li key={`${kind} ${text}`}>
          <ShopLink
            className={`${classes.chip} ${links.chip}`}
            to={toPath({ ...query, pageNumber: 1, ...without })}
            state={toStay}
            preventScrollReset
            onClick={onRemove}
          >
            <VisuallyHidden>Remove filter</VisuallyHidden> <span className={classes.chipKind}>{kind}</span> {text}
            <IconX size={16} aria-hidden="true" />
          </ShopLink>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <ShopLink
            className={`${classes.clear} ${links.chip}`}
            to={toPath(withoutChoice(listing))}
            state={toStay}
            preventScrollReset
            onClick={onRemove}
          >
            Clear all
          </ShopLink>
        </li>
      )}
    </ul>
  );
}
