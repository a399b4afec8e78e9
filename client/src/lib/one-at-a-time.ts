import { useCallback, useRef } from "react";

/**
 * Begins work only while none is under way, however fast presses follow each
 * other. What becomes of the work is told by the work itself.
 */
export function useOneAtATime(): (begin: () => Promise<unknown>) => void {
  const isBusy = useRef(false);
  return useCallback((begin) => {
    if (isBusy.current) return;
    isBusy.current = true;
    const end = () => {
      isBusy.current = false;
    };
    begin().then(end, end);
  }, []);
}
