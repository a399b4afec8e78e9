import { NativeSelect, SimpleGrid } from "@mantine/core";
import type { BankStatement, StatementColumns } from "@shop/shared/order/bank-statement";

type StatementColumnFieldsProps = { statement: BankStatement; onChange: (columns: StatementColumns) => void };

/** The choice of the columns of a statement, as the heading names them. */
export function StatementColumnFields({ statement: { headings, columns }, onChange }: StatementColumnFieldsProps) {
  const options = headings.map((heading, place) => ({
    value: String(place),
    label: heading === "" ? `Column ${place + 1}` : heading,
  }));
  const none = { value: "", label: "None" };
  const { amount, day = null, entry = null } = columns ?? {};
  const toPlace = (value: string) => (value === "" ? null : Number(value));
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      <NativeSelect
        label="Amount"
        data={amount === undefined ? [{ value: "", label: "Choose…", disabled: true }, ...options] : options}
        value={String(amount ?? "")}
        onChange={({ currentTarget: { value } }) => onChange({ amount: Number(value), day, entry })}
      />
      <NativeSelect
        label="Day"
        data={[none, ...options]}
        value={String(day ?? "")}
        disabled={amount === undefined}
        onChange={({ currentTarget: { value } }) =>
          amount !== undefined && onChange({ amount, day: toPlace(value), entry })
        }
      />
      <NativeSelect
        label="Number of the entry"
        data={[none, ...options]}
        value={String(entry ?? "")}
        disabled={amount === undefined}
        onChange={({ currentTarget: { value } }) =>
          amount !== undefined && onChange({ amount, day, entry: toPlace(value) })
        }
      />
    </SimpleGrid>
  );
}
