import classes from "./shell.module.css";

/** On every page of a shop whose payments are simulated, on paper too: nobody should believe that they have bought something. */
export function DemoStrip() {
  return (
    <aside className={classes.demo} aria-label="Demo">
      Demo shop: payments are simulated, no money moves.
    </aside>
  );
}
