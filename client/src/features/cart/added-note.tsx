import { IconCheck } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import classes from "./added-note.module.css";

/** Says what has just been put into the cart. Coming back later or loading again says nothing. */
export function AddedNote() {
  const { state } = useLocation();
  const isFresh = useNavigationType() !== "POP";
  const added = isFresh ? addedName(state) : undefined;
  const [said, setSaid] = useState("");

  // Text that comes into a region that is there already is read aloud by more screen readers.
  useEffect(() => setSaid(added === undefined ? "" : `Added: ${added}`), [added]);

  return (
    <p className={classes.note} role="status" data-expected={added !== undefined || undefined}>
      {said !== "" && (
        <>
          <IconCheck size={18} aria-hidden="true" className={classes.icon} />
          <span>{said}</span>
        </>
      )}
    </p>
  );
}

function addedName(state: unknown): string | undefined {
  const isAdded = typeof state === "object" && state !== null && "added" in state;
  return isAdded && typeof state.added === "string" ? state.added : undefined;
}
