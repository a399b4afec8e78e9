import "@mantine/core/styles/Table.layer.css";
import { Anchor, Stack, Table, Text } from "@mantine/core";
import type { Bill, ChangedOrder } from "@shop/shared/admin/rehearsal";
import { formatMoney, toWire } from "@shop/shared/money";
import { orderPath } from "../../../../lib/paths.ts";
import classes from "./changed-orders.module.css";
import { Changed, moneyDifference } from "./sums-table.tsx";

/** The orders that a change would have changed most, each with its lines before and after. */
export function ChangedOrders({ orders }: { orders: readonly ChangedOrder[] }) {
  return (
    <Stack gap={0}>
      {orders.map((changed) => (
        <details key={changed.order} className={classes.order}>
          <summary className={classes.summary}>
            <span className={classes.name}>
              Order {changed.order.slice(-5)}, {dayOf(changed.placedAt)}
            </span>
            <span className={classes.amounts}>
              {money(changed.before.totalCents)} →{" "}
              {changed.after === null ? "not delivered" : money(changed.after.totalCents)}
            </span>
          </summary>
          <Lines changed={changed} />
        </details>
      ))}
    </Stack>
  );
}

function Lines({ changed: { order, before, after } }: { changed: ChangedOrder }) {
  const [then, now] = [linesOf(before), after === null ? new Map<string, number>() : linesOf(after)];
  // What a change adds stands where it is added.
  const names = [...new Set([...now.keys(), ...then.keys()])];
  return (
    <Stack gap="xs" pb="md">
      <Table.ScrollContainer minWidth={280} type="native" role="group" tabIndex={0} aria-label={`Lines of ${order}`}>
        <Table style={{ fontVariantNumeric: "tabular-nums" }}>
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              <Table.Th ta="right">As it was</Table.Th>
              <Table.Th ta="right">With the change</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {names.map((name) => (
              <Table.Tr key={name} fw={name === "Total" ? 600 : 400}>
                <Table.Th scope="row" fw="inherit" style={{ overflowWrap: "anywhere" }}>
                  {name}
                </Table.Th>
                <Table.Td ta="right">{amountOf(then.get(name))}</Table.Td>
                <Table.Td ta="right">
                  {now.has(name) ? <Changed before={then.get(name) ?? 0} after={now.get(name) ?? 0} /> : "–"}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {after === null && <Text fz="sm">By the change, nothing is delivered to this address.</Text>}
      <Anchor href={orderPath(order)} target="_blank" w="fit-content">
        Open the order
      </Anchor>
    </Stack>
  );
}

/** The amounts of a bill by what they are for. Equal names are one line. */
function linesOf(bill: Bill): Map<string, number> {
  const lines = new Map<string, number>();
  const add = (name: string, cents: number) => lines.set(name, (lines.get(name) ?? 0) + cents);
  for (const { name, qty, cents, discountCents } of bill.items) {
    add(`${name} × ${qty}`, cents);
    if (discountCents > 0) add(`Discount on ${name}`, -discountCents);
  }
  add(bill.delivery === "" ? "Delivery" : `Delivery: ${bill.delivery}`, bill.shippingCents);
  if (bill.deliveryDiscountCents > 0) add("Discount on the delivery", -bill.deliveryDiscountCents);
  for (const { name, rate, cents } of bill.taxes) add(`${name} ${rate / 1_000} %`, cents);
  add("Total", bill.totalCents);
  return lines;
}

const money = (cents: number) => formatMoney(toWire(cents));
const amountOf = (cents: number | undefined) =>
  cents === undefined ? "–" : cents < 0 ? moneyDifference(cents) : money(cents);
const dayOf = (time: string) => new Date(time).toLocaleDateString("en-US", { month: "short", day: "numeric" });
