import "@mantine/core/styles/Table.layer.css";
import { Table, Text } from "@mantine/core";
import type { OrderSums } from "@shop/shared/admin/rehearsal";
import { formatMoney, toWire } from "@shop/shared/money";

type SumsTableProps = {
  label: string;
  /** Two columns of sums, and what they are of. */
  columns: readonly [{ name: string; sums: OrderSums }, { name: string; sums: OrderSums }];
  hasDifference?: boolean;
};

const rows: { name: string; of: (sums: OrderSums) => number }[] = [
  { name: "Revenue", of: ({ totalCents }) => totalCents },
  { name: "Discounts", of: ({ discountCents }) => discountCents },
  { name: "Delivery", of: ({ deliveryCents }) => deliveryCents },
  { name: "Tax", of: ({ taxCents }) => taxCents },
  { name: "Margin", of: ({ marginCents }) => marginCents },
];

/** What orders bring, in two columns, with the difference if it is asked for. */
export function SumsTable({ label, columns: [first, second], hasDifference = false }: SumsTableProps) {
  const knowsCosts = first.sums.unitsWithCost + second.sums.unitsWithCost > 0;
  const shown = knowsCosts ? rows : rows.filter(({ name }) => name !== "Margin");
  return (
    <>
      <Table.ScrollContainer
        minWidth={hasDifference ? 420 : 300}
        type="native"
        role="group"
        tabIndex={0}
        aria-label={label}
      >
        <Table style={{ fontVariantNumeric: "tabular-nums" }}>
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              <Table.Th ta="right">{first.name}</Table.Th>
              <Table.Th ta="right">{second.name}</Table.Th>
              {hasDifference && <Table.Th ta="right">Difference</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Table.Tr>
              <Table.Th scope="row">Orders</Table.Th>
              <Table.Td ta="right">{first.sums.orders.toLocaleString("en-US")}</Table.Td>
              <Table.Td ta="right">{second.sums.orders.toLocaleString("en-US")}</Table.Td>
              {hasDifference && <Table.Td ta="right">{signed(second.sums.orders - first.sums.orders)}</Table.Td>}
            </Table.Tr>
            {shown.map(({ name, of }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td ta="right">{money(of(first.sums))}</Table.Td>
                <Table.Td ta="right">{money(of(second.sums))}</Table.Td>
                {hasDifference && <Table.Td ta="right">{moneyDifference(of(second.sums) - of(first.sums))}</Table.Td>}
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

/** Of how many units the margin is. */
function marginNote({ units, unitsWithCost }: OrderSums): string {
  if (unitsWithCost === 0) return "Enter what your products cost you to see the margin as well.";
  const count = (n: number) => n.toLocaleString("en-US");
  return unitsWithCost === units
    ? "The margin is what is left of the prices without tax and without what the goods cost you."
    : `The margin is that of ${count(unitsWithCost)} of ${count(units)} units, whose cost is known.`;
}

const money = (cents: number) => formatMoney(toWire(cents));
const sign = (amount: number) => (amount > 0 ? "+" : amount < 0 ? "−" : "");
const signed = (count: number) => `${sign(count)}${Math.abs(count).toLocaleString("en-US")}`;

/** An amount with its sign. */
export function moneyDifference(cents: number): string {
  return `${sign(cents)}${money(Math.abs(cents))}`;
}
