import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "react-router-dom";

/** Loads a missing part of the layout again with each navigation, where no button is worth its space. */
export function useRetryOnNavigation(onRetry: () => void): void {
  const { key } = useLocation();
  const failedAt = useRef(key);
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (failedAt.current === key) return;
    failedAt.current = key;
    retry();
  }, [key]);
}
