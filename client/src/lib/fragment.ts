import { useEffect, useMemo } from "react";
import { useLocation } from "react-router-dom";
import { useIsHydrated } from "./use-is-hydrated.ts";

/**
 * The values behind the `#` of the address, which the links in mails carry there because browsers send them to no
 * server. They are taken out of the address bar, so that neither the history nor a screenshot keeps them.
 */
export function useFragment(): URLSearchParams {
  const { hash } = useLocation();
  useEffect(() => {
    const { location, history } = window;
    if (hash !== "" && location.hash === hash) history.replaceState(history.state, "", location.pathname);
  }, [hash]);
  const known = useIsHydrated() ? hash : "";
  return useMemo(() => new URLSearchParams(known.slice(1)), [known]);
}
