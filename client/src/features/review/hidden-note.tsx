import classes from "./reviews.module.css";

/** How many reviews the shop has hidden, and why it does that. Nothing where there are none. */
export function HiddenNote({ hidden = 0 }: { hidden: number | undefined }) {
  if (hidden === 0) return null;
  return (
    <details className={classes.hidden}>
      <summary>{hidden} hidden by the shop</summary>
      <p>
        We hide a review only for illegal content, personal data, insults or hate, advertising, when it is about
        something else, or when it is fake. Never for its stars. Hidden reviews do not count in the average.
      </p>
    </details>
  );
}
