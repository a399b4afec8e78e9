import { useCallback, useRef } from "react";

/**
 * Returns a function that starts work unless earlier work is still in progress,
 * as on a double click. Errors are ignored: the work must handle them.
 */
export function useOneAtATime(): (start: () => Promise<unknown>) => void {
  const isBusy = useRef(false);
  return useCallback((start) => {
    if (isBusy.current) return;
    isBusy.current = true;
    const end = () => {
      isBusy.current = false;
    };
    start().then(end, end);
  }, []);
}

/**
 * Like `useOneAtATime`, but does not start again after work has resolved to
 * `true`, even while the button is still mounted.
 */
export function useUntilDone(): (start: () => Promise<boolean>) => void {
  const isDone = useRef(false);
  const oneAtATime = useOneAtATime();
  return useCallback(
    (start) => {
      if (isDone.current) return;
      oneAtATime(async () => {
        isDone.current = await start();
      });
    },
    [oneAtATime],
  );
}
