import "@mantine/core/styles/Table.layer.css";
import { Table, Text } from "@mantine/core";
import type { OrderSums } from "@shop/shared/admin/rehearsal";
import { formatMoney, toWire } from "@shop/shared/money";

type SumsTableProps = {
  label: string;
  /** Two columns of sums, and what they are of. */
  columns: readonly [{ name: string; sums: OrderSums }, { name: string; sums: OrderSums }];
};

const rows: { name: string; of: (sums: OrderSums) => number }[] = [
  { name: "Revenue", of: ({ totalCents }) => totalCents },
  { name: "Discounts", of: ({ discountCents }) => discountCents },
  { name: "Delivery", of: ({ deliveryCents }) => deliveryCents },
  { name: "Tax", of: ({ taxCents }) => taxCents },
  { name: "Margin", of: ({ marginCents }) => marginCents },
];

/** What orders bring, in two columns, with the difference. */
export function SumsTable({ label, columns: [first, second] }: SumsTableProps) {
  const knowsCosts = first.sums.unitsWithCost + second.sums.unitsWithCost > 0;
  const shown = knowsCosts ? rows : rows.filter(({ name }) => name !== "Margin");
  return (
    <>
      <Table.ScrollContainer minWidth={280} type="native" role="group" tabIndex={0} aria-label={label}>
        <Table style={{ fontVariantNumeric: "tabular-nums" }}>
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              <Table.Th ta="right">{first.name}</Table.Th>
              <Table.Th ta="right">{second.name}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Table.Tr>
              <Table.Th scope="row">Orders</Table.Th>
              <Table.Td ta="right">{countText(first.sums.orders)}</Table.Td>
              <Table.Td ta="right">{countText(second.sums.orders)}</Table.Td>
            </Table.Tr>
            {shown.map(({ name, of }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td ta="right">{money(of(first.sums))}</Table.Td>
                <Table.Td ta="right">
                  <Changed before={of(first.sums)} after={of(second.sums)} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text c="dimmed" fz="sm">
        {marginNote(second.sums)}
      </Text>
    </>
  );
}

/** An amount with its difference from another one below, so that a table of them fits a phone. */
export function Changed({ before, after }: { before: number; after: number }) {
  return (
    <>
      {after < 0 ? moneyDifference(after) : money(after)}
      {after !== before && (
        <Text c="dimmed" fz="sm">
          {moneyDifference(after - before)}
        </Text>
      )}
    </>
  );
}

/** Of how many units the margin is. */
function marginNote({ units, unitsWithCost }: OrderSums): string {
  if (unitsWithCost === 0) return "Enter what your products cost you to see the margin as well.";
  return unitsWithCost === units
    ? "The margin is what is left of the prices without tax and without what the goods cost you."
    : `The margin is that of ${countText(unitsWithCost)} of ${countText(units)} units, whose cost is known.`;
}

const money = (cents: number) => formatMoney(toWire(cents));
const sign = (amount: number) => (amount > 0 ? "+" : amount < 0 ? "−" : "");
const countText = (count: number) => count.toLocaleString("en-US");

/** An amount with its sign. */
export function moneyDifference(cents: number): string {
  return `${sign(cents)}${money(Math.abs(cents))}`;
}
