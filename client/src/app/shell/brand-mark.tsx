import classes from "./header.module.css";

/** The shop's sign: a bag that carries its own light. */
export function BrandMark() {
  return (
    <svg className={classes.mark} viewBox="0 0 32 32" aria-hidden="true">
      <path className={classes.markBody} d="M7 12h18l-1.5 13a2.2 2.2 0 0 1-2.2 2H10.7a2.2 2.2 0 0 1-2.2-2z" />
      <path className={classes.markHandle} d="M11.5 15v-4.5a4.5 4.5 0 0 1 9 0V15" />
    </svg>
  );
}
