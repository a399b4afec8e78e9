import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { useNavigation } from "./navigation.ts";

/** A navigation that waits for the user's answer. */
export type HeldNavigation = { proceed: () => void; reset: () => void };

/**
 * Prevents the loss of unsaved changes. Returns the navigation within the shop that is held until the user has answered;
 * for all others the browser asks for confirmation.
 */
export function useLeaveGuard(isUnsaved: boolean): HeldNavigation | undefined {
  const { guard } = useNavigation();
  const { pathname } = useLocation();
  const [held, setHeld] = useState<HeldNavigation | undefined>();
  useEffect(() => {
    if (!isUnsaved) return;
    const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", confirmUnload);
    const stopGuarding = guard((next, proceed) => {
      if (next === pathname) return false;
      const reset = () => setHeld(undefined);
      setHeld({
        reset,
        proceed: () => {
          reset();
          proceed();
        },
      });
      return true;
    });
    return () => {
      window.removeEventListener("beforeunload", confirmUnload);
      stopGuarding();
    };
  }, [isUnsaved, guard, pathname]);
  return held;
}
