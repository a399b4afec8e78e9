import classes from "./shell.module.css";

/** Demo notice on every page while payments are simulated. It is also printed, so that no receipt looks real. */
export function DemoBanner() {
  return (
    <aside className={classes.demo} aria-label="Demo">
      Demo shop: payments are simulated, no money moves.
    </aside>
  );
}
