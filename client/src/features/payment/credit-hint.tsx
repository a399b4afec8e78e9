import { formatMoney } from "@shop/shared/money";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./credit-hint.module.css";

/** Says before the order is placed where gift cards and credit are used. Nothing where there are neither. */
export function CreditHint() {
  const credit = trpc.order.creditToUse.useQuery(undefined, cachedBriefly);
  const { balance = 0, takesGiftCards = false } = credit.data ?? {};
  if (balance > 0)
    return <p className={classes.hint}>You can use your {formatMoney(balance)} of credit on the next page.</p>;
  return takesGiftCards ? <p className={classes.hint}>You can enter a gift card on the next page.</p> : null;
}
