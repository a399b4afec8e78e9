import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import classes from "./dialog.module.css";

type DialogProps = {
  title: string;
  /** Told when somebody wants to close it with Escape; it closes by no longer being rendered. */
  onClose: () => void;
  children: ReactNode;
  isWide?: boolean;
};

/**
 * The browser's own dialog, open as long as it is rendered: it holds the focus
 * and gives it back to where it came from. What shall have the focus first
 * carries `data-first-focus`.
 */
export function Dialog({ title, onClose, children, isWide = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    // Only a dialog that is closed gives the focus back; one that is merely removed loses it.
    return () => dialog.close();
  }, []);

  return (
    <dialog
      ref={ref}
      className={isWide ? `${classes.dialog} ${classes.wide}` : classes.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
