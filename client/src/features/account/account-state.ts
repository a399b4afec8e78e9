import { useLocation } from "react-router-dom";

/** What one account screen hands to the next: an e-mail that need not be typed again, and what was done. */
export type AccountState = { email: string; done?: string };

/** What the screen before handed over. */
export function useAccountState(): AccountState {
  const state: unknown = useLocation().state;
  const fields = Object(state);
  const textOf = (name: keyof AccountState) => {
    const value: unknown = Reflect.get(fields, name);
    return typeof value === "string" ? value : "";
  };
  const done = textOf("done");
  return { email: textOf("email"), ...(done === "" ? {} : { done }) };
}
