import { type ReactNode, useId } from "react";
import classes from "./titled-block.module.css";

/** A block of Home with a title. */
export function TitledBlock({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}
