import { useEffect, useId, useRef } from "react";
import classes from "./removed-note.module.css";

/** Where a product was: it is gone, and one press brings it back. Stays until something else is removed. */
export function RemovedNote({ name, onUndo }: { name: string; onUndo: () => void }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // The button that removed it has gone with it; focus stays at the place.
    button.current?.focus();
  }, []);

  return (
    <div className={classes.note}>
      <p id={id} className={classes.text}>
        <span className={classes.name}>{name}</span> removed
      </p>
      <button ref={button} type="button" className={classes.undo} aria-describedby={id} onClick={onUndo}>
        Undo
      </button>
    </div>
  );
}
