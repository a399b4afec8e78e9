import { IconCheck } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import classes from "./added-note.module.css";

/** Announces the product that was just added. Empty after Back, Forward or a reload. */
export function AddedNote() {
  const { state } = useLocation();
  const isFresh = useNavigationType() !== "POP";
  const added = isFresh ? addedName(state) : undefined;
  const [announcement, setAnnouncement] = useState("");

  // Set after mount: screen readers announce changes of a live region more reliably than its initial text.
  useEffect(() => setAnnouncement(added === undefined ? "" : `Added: ${added}`), [added]);

  return (
    <p className={classes.note} role="status" data-expected={added !== undefined || undefined}>
      {announcement !== "" && (
        <>
          <IconCheck size={18} aria-hidden="true" className={classes.icon} />
          <span>{announcement}</span>
        </>
      )}
    </p>
  );
}

function addedName(state: unknown): string | undefined {
  const isAdded = typeof state === "object" && state !== null && "added" in state;
  return isAdded && typeof state.added === "string" ? state.added : undefined;
}
