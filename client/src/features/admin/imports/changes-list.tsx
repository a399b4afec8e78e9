import { Group, Stack, Text } from "@mantine/core";
import type { Changes } from "@shop/shared/audit";
import { formatMoney, toWire } from "@shop/shared/money";
import { IconArrowRight } from "@tabler/icons-react";

const names: Record<string, string> = { priceCents: "price", countInStock: "stock" };
const textMax = 90;

/** Changed fields, each with its value before and after. */
export function ChangesList({ changes }: { changes: Changes }) {
  return (
    <Stack gap={2}>
      {Object.entries(changes).map(([field, [before, after]]) => (
        <Group key={field} gap={6} fz="sm" style={{ overflowWrap: "anywhere" }}>
          <Text span inherit c="dimmed">
            {names[field] ?? field}
          </Text>
          {before !== null && (
            <>
              <Text component="del" inherit c="dimmed" miw={0}>
                {textOf(field, before)}
              </Text>
              <IconArrowRight size={14} role="img" aria-label="to" />
            </>
          )}
          <Text component="ins" inherit td="none" miw={0}>
            {textOf(field, after)}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

function textOf(field: string, value: Changes[string][0]): string {
  if (value === null || value === "") return "nothing";
  if (field === "priceCents") return formatMoney(toWire(Number(value)));
  const text = String(value);
  return text.length <= textMax ? text : `${text.slice(0, textMax - 1)}…`;
}
