import { useLocation } from "react-router-dom";
import { useIsHydrated } from "../../lib/use-is-hydrated.ts";

/** The order that a customer withdraws from, and what of it in words; empty for all of it. */
export type WithdrawalFields = { orderNumber: string; email: string; goods: string };

/** The fields that the page of an order hands over; empty without it, and until a reloaded page is hydrated. */
export function useWithdrawalFields(): WithdrawalFields {
  const isHydrated = useIsHydrated();
  const { state }: { state: unknown } = useLocation();
  const fields = Object(isHydrated ? state : undefined);
  const textOf = (name: keyof WithdrawalFields) => {
    const value: unknown = Reflect.get(fields, name);
    return typeof value === "string" ? value : "";
  };
  return { orderNumber: textOf("orderNumber"), email: textOf("email"), goods: "" };
}
