import { Button, Group, Text } from "@mantine/core";
import type { CreditAct } from "@shop/shared/credit/credit";
import type { CreditEntry } from "@shop/shared/credit/credit-schema";
import { formatMoney } from "@shop/shared/money";
import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { orderPath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Minute } from "../../../ui/minute.tsx";
import { MissingModal } from "../../../ui/missing-modal.ts";
import { Price } from "../../../ui/price.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { usePermissions } from "../parts/use-permissions.ts";

// Lazy, because its form depends on the validation library.
const ChangeCredit = lazyPart(
  "change-credit",
  () => import("./change-credit.tsx").then((dialog) => dialog.ChangeCredit),
  { failed: MissingModal },
);

/** The words for what moved, also in the report. */
const words: Record<CreditAct, string> = {
  given: "Given",
  "taken back": "Taken back",
  "refunded as credit": "Refunded as credit",
  "card sold": "Gift card sold",
  "card stopped": "Gift card stopped",
  spent: "Spent",
  returned: "Back from an order",
  expired: "Expired",
  "account deleted": "Ended with the account",
};

/** A customer's credit, which the staff can give and take back. A guest has no account that it could be kept in. */
export function CustomerCreditPanel({ id, isGuest }: { id: string; isGuest: boolean }) {
  const may = usePermissions();
  const credit = trpc.admin.users.credit.useQuery({ id }, { ...cachedBriefly, enabled: !isGuest });
  const panel = useRef<HTMLDivElement>(null);
  const [act, setAct] = useState<"given" | "taken back">();
  const [isOpen, setOpen] = useState(false);
  const open = (which: "given" | "taken back") => {
    setAct(which);
    setOpen(true);
  };
  if (isGuest) return null;
  return (
    <AdminPanel title="Credit">
      <div ref={panel} tabIndex={-1}>
        {credit.data === undefined ? (
          credit.isError ? (
            <ErrorAlert
              message={messageOf(credit.error, "Failed to load the credit")}
              onRetry={() => void credit.refetch()}
              isRetrying={credit.isFetching}
            />
          ) : (
            <Skeleton height="4rem" />
          )
        ) : (
          <>
            <Text fz="lg" fw={650}>
              {formatMoney(credit.data.balance)}
            </Text>
            {credit.data.entries.length > 0 && (
              <DividedList>
                {credit.data.entries.map((entry) => (
                  <Entry key={entry._id} entry={entry} />
                ))}
              </DividedList>
            )}
          </>
        )}
      </div>
      {may("orders.refund") && credit.data !== undefined && (
        <Group gap="sm" mt="sm">
          <Button variant="default" onClick={() => open("given")}>
            Give credit…
          </Button>
          {credit.data.balance > 0 && (
            <Button variant="subtle" onClick={() => open("taken back")}>
              Take back…
            </Button>
          )}
        </Group>
      )}
      {act !== undefined && (
        <ChangeCredit
          key={act}
          id={id}
          act={act}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          fallbackFocus={panel}
        />
      )}
    </AdminPanel>
  );
}

function Entry({ entry: { act, amount, at, order, reason } }: { entry: CreditEntry }) {
  return (
    <li>
      <Group justify="space-between" gap="xs" pt="xs">
        <Text span>
          {words[act]}
          {order !== null && (
            <>
              {", "}
              <Link to={orderPath(order)}>order {order.slice(-5)}</Link>
            </>
          )}
        </Text>
        <Price amount={Math.abs(amount)} isDeduction={amount < 0} />
      </Group>
      {reason !== "" && <Text style={{ overflowWrap: "anywhere" }}>{reason}</Text>}
      <Text fz="xs" lh="xs" c="dimmed" pb="xs">
        <Minute time={at} />
      </Text>
    </li>
  );
}
