import { Button } from "@mantine/core";
import { formatMoney } from "@shop/shared/money";
import { spacedReference, type TransferDetails } from "@shop/shared/order/bank-transfer";
import type { Order } from "@shop/shared/order/order";
import { isPaidOnline } from "@shop/shared/shop";
import { useState } from "react";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Day } from "../../ui/day.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useWaysToPay } from "../../ui/ways-to-pay.ts";
import { PaymentPanel } from "./payment-panel.tsx";
import classes from "./transfer-panel.module.css";

/** How the money for an order is transferred, each fact to be copied; the online ways are folded. */
export function TransferPanel({ order }: { order: Order }) {
  const { methods, isPayable } = useWaysToPay();
  const isPayableOnline = isPayable && methods.some(isPaidOnline);
  const [isOnlineWanted, setOnlineWanted] = useState(false);
  const details = trpc.order.bankTransfer.useQuery({ id: order._id }, cachedBriefly);
  return (
    <>
      {details.data === undefined ? (
        details.isError ? (
          <ErrorAlert
            message={messageOf(details.error, "The bank details could not be loaded.")}
            onRetry={() => void details.refetch()}
            isRetrying={details.isFetching}
          />
        ) : (
          <Skeleton height="16rem" />
        )
      ) : (
        details.data !== null && <Details details={details.data} />
      )}
      {isPayableOnline &&
        (isOnlineWanted ? (
          <PaymentPanel order={order} />
        ) : (
          <Button variant="subtle" onClick={() => setOnlineWanted(true)}>
            Pay online instead
          </Button>
        ))}
    </>
  );
}

function Details({ details: { account, reference, amount, payUntil } }: { details: TransferDetails }) {
  const facts = [
    ...account,
    { label: "Amount", value: formatMoney(amount) },
    { label: "Reference", value: spacedReference(reference) },
  ];
  const isLate = Date.parse(payUntil) < Date.now();
  return (
    <div className={classes.panel} data-next-action>
      <p>
        {isLate ? (
          "The time for which we held your items is over. Your transfer is still welcome as long as they are in stock."
        ) : (
          <>
            Please transfer the money until <Day time={payUntil} />. We hold your items for you until then.
          </>
        )}
      </p>
      <dl className={classes.facts}>
        {facts.map(({ label, value }) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>
              {value}
              <CopyButton value={value} name={nameWithin(label)} isIcon />
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.hint}>
        Please enter the reference exactly, so that we find your transfer. We write to you as soon as the money is here.
      </p>
    </div>
  );
}

/** A label within a sentence: abbreviations keep their capitals. */
function nameWithin(label: string): string {
  return label === label.toUpperCase() ? label : label.toLowerCase();
}
