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

/**
 * Begins work that is to succeed once: not while it is under way, and not again
 * when it is done, even if the button still stands for a moment. The work says
 * whether it is done.
 */
export function useUntilDone(): (begin: () => Promise<boolean>) => void {
  const isDone = useRef(false);
  const oneAtATime = useOneAtATime();
  return useCallback(
    (begin) => {
      if (isDone.current) return;
      oneAtATime(async () => {
        isDone.current = await begin();
      });
    },
    [oneAtATime],
  );
}
