import { useEffect } from "react";
import { type Blocker, useBlocker } from "react-router-dom";

/**
 * Prevents the loss of unsaved changes. The returned blocker holds navigations
 * within the shop; for all others the browser asks for confirmation.
 */
export function useLeaveGuard(isUnsaved: boolean): Blocker {
  useEffect(() => {
    if (!isUnsaved) return;
    const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", confirmUnload);
    return () => window.removeEventListener("beforeunload", confirmUnload);
  }, [isUnsaved]);
  return useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
}
