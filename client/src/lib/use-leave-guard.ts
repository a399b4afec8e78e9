import { useEffect } from "react";
import { useBlocker } from "react-router-dom";

/** A navigation that waits for the user's answer. */
export type HeldNavigation = { proceed: () => void; reset: () => void };

/**
 * Prevents the loss of unsaved changes. Returns the navigation within the shop that is held until the user has answered;
 * for all others the browser asks for confirmation.
 */
export function useLeaveGuard(isUnsaved: boolean): HeldNavigation | undefined {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isUnsaved) return;
    const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", confirmUnload);
    return () => window.removeEventListener("beforeunload", confirmUnload);
  }, [isUnsaved]);
  return blocker.state === "blocked" ? blocker : undefined;
}
