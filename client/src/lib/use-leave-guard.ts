import { useEffect } from "react";
import { type Blocker, useBlocker } from "react-router-dom";

/**
 * Keeps people from losing what they have not saved: ways within the shop wait
 * in the returned blocker for an answer, all others make the browser ask.
 */
export function useLeaveGuard(isUnsaved: boolean): Blocker {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
  return useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
}
