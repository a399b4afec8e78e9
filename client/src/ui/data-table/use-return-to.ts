import { useLocation } from "react-router-dom";

/** The address of the list from which the screen was opened, or else the list's plain address. */
export function useReturnTo(listPath: string): string {
  const state: unknown = useLocation().state;
  const from = typeof state === "object" && state !== null && "list" in state ? state.list : undefined;
  return typeof from === "string" && from.startsWith(listPath) ? from : listPath;
}
