import type { CreditAct } from "@shop/shared/credit/credit";
import { formatMoney } from "@shop/shared/money";
import { useId } from "react";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { Day } from "../../ui/day.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Price } from "../../ui/price.tsx";
import classes from "./own-credit.module.css";

const words: Record<CreditAct, string> = {
  given: "From the shop",
  "taken back": "Taken back by the shop",
  "refunded as credit": "Refund",
  "card sold": "Gift card",
  "card stopped": "Gift card stopped",
  spent: "Used for an order",
  returned: "Back from an order",
  expired: "Expired",
  "account deleted": "Ended",
};

/** The customer's credit, and how it came so. Nothing for whoever never had any, and where it cannot be loaded. */
export function OwnCredit() {
  const id = useId();
  const credit = trpc.order.credit.useQuery(undefined, cachedBriefly);
  if (credit.data === undefined || credit.data.entries.length === 0) return null;
  const { balance, entries } = credit.data;
  return (
    <Panel component="section" className={classes.panel} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        Your credit: {formatMoney(balance)}
      </h2>
      <p className={classes.hint}>You can use it on the page of an order that is to be paid.</p>
      <ul className={classes.list}>
        {entries.map(({ _id, act, amount, at, order, reason }) => (
          <li key={_id} className={classes.entry}>
            <span className={classes.what}>
              {words[act]}
              {order !== null && ` ${order.slice(-5)}`}
              {reason !== "" && <span className={classes.reason}>{reason}</span>}
            </span>
            <Price amount={Math.abs(amount)} isDeduction={amount < 0} />
            <Day time={at} className={classes.day} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
