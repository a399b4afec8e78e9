import { useLocation } from "react-router-dom";
import { useIsHydrated } from "../../lib/use-is-hydrated.ts";

/** What one account screen hands to the next: an e-mail that need not be typed again, and what was done. */
export type AccountState = { email: string; done?: string };

/**
 * What the screen before handed over. A reloaded page has nothing until it is hydrated, so the e-mail is the key of
 * the form that it fills.
 */
export function useAccountState(): AccountState {
  const isHydrated = useIsHydrated();
  const { state }: { state: unknown } = useLocation();
  const fields = Object(isHydrated ? state : undefined);
  const textOf = (name: keyof AccountState) => {
    const value: unknown = Reflect.get(fields, name);
    return typeof value === "string" ? value : "";
  };
  const done = textOf("done");
  return { email: textOf("email"), ...(done === "" ? {} : { done }) };
}
