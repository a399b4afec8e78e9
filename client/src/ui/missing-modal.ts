import { useEffect, useState } from "react";
import type { PartFailure } from "../lib/lazy-part.tsx";
import { notify } from "./notify.ts";

type MissingModalProps = { isOpen: boolean; onClose: () => void } & PartFailure;

/** The replacement of a modal that could not be loaded: an error message. Opening it again tries again. */
export function MissingModal({ isOpen, onClose, onRetry, isRetrying }: MissingModalProps) {
  const [hasTried, setTried] = useState(true);
  useEffect(() => {
    if (!isOpen) setTried(false);
    else if (!hasTried) {
      setTried(true);
      onRetry();
    } else if (!isRetrying) {
      notify.error("This form could not be loaded. Nothing was changed. Please try again.");
      onClose();
    }
  }, [isOpen, hasTried, isRetrying, onRetry, onClose]);
  return null;
}
