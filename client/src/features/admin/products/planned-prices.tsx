import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import type { PlannedPrices as Planned, PlannedPrice, PlannedPriceState } from "@shop/shared/catalog/planned-price";
import { formatMoney } from "@shop/shared/money";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { RowAction } from "../../../ui/data-table/row-action.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { notify } from "../../../ui/notify.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { Permitted } from "../parts/permitted.tsx";
import { OutcomePart } from "../parts/rehearsal/outcome-panel.tsx";
import { PlannedPriceModal } from "./planned-price-modal-part.ts";
import { useProductRefresh } from "./use-product-refresh.ts";

/** A planned price begins and ends by itself, so that the list is loaded again now and then. */
const refetchMs = 10_000;

/** The prices that a product has for a time: what holds now, what comes and what was. */
export function PlannedPrices({ id }: { id: string }) {
  const list = trpc.admin.plannedPrices.list.useQuery({ id }, { ...cachedBriefly, refetchInterval: refetchMs });
  // Another key gives each opening a form of its own.
  const [edited, setEdited] = useState<{ plan: PlannedPrice | null; isOpen: boolean; times: number }>();
  const open = (plan: PlannedPrice | null) =>
    setEdited((before) => ({ plan, isOpen: true, times: (before?.times ?? 0) + 1 }));
  return (
    <AdminPanel
      title="Planned prices"
      aside={
        <Button
          variant="default"
          mih={44}
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          aria-disabled={list.data === undefined || undefined}
          onClick={() => {
            if (list.data !== undefined) open(null);
          }}
        >
          Plan a price
        </Button>
      }
    >
      {list.error !== null && (
        <ErrorAlert
          message={messageOf(list.error, "Failed to load the planned prices")}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {list.data === undefined && list.error === null && <Skeleton height="8rem" />}
      {list.data !== undefined && <Plans id={id} list={list.data} onEdit={open} />}
      {edited !== undefined && list.data !== undefined && (
        <PlannedPriceModal
          key={edited.times}
          id={id}
          plan={edited.plan}
          timeZone={list.data.timeZone}
          isOpen={edited.isOpen}
          onClose={() => setEdited({ ...edited, isOpen: false })}
        />
      )}
    </AdminPanel>
  );
}

/** What came of a price, once it is asked for. */
function PlanOutcome({ plan }: { plan: PlannedPrice }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>What came of it</summary>
      {isOpen && <OutcomePart asked={{ kind: "price", id: plan._id }} />}
    </details>
  );
}

type PlansProps = { id: string; list: Planned; onEdit: (plan: PlannedPrice) => void };

function Plans({ id, list: { planned, timeZone, price, regularPrice }, onEdit }: PlansProps) {
  const { ask, dialog } = useConfirm();
  const refresh = useProductRefresh();
  const remove = trpc.admin.plannedPrices.remove.useMutation({
    onError: (error) => notify.error(messageOf(error, "The planned price could not be removed")),
    onSettled: refresh,
  });
  const begin = async (plan: PlannedPrice) => {
    const isRunning = plan.state === "running";
    const isSure = await ask({
      question: isRunning ? "End this price now?" : "Delete this planned price?",
      about: `${formatMoney(plan.price)}, ${periodText(plan)}`,
      consequence: isRunning ? `Customers pay the regular price of ${formatMoney(regularPrice)} again.` : "",
      yes: isRunning ? "End now" : "Delete",
      isDanger: true,
    });
    if (isSure && !remove.isPending) remove.mutate({ id, planned: plan._id, version: plan.version });
  };
  return (
    <>
      <Text c="dimmed" fz="sm">
        {planned.length === 0
          ? `A price for a time, such as a sale. Times are those of ${timeZone}.`
          : `Times of ${timeZone}. Customers pay ${formatMoney(price)} now; regularly ${formatMoney(regularPrice)}.`}
      </Text>
      {planned.length > 0 && (
        <DividedList>
          {planned.map((plan) => (
            <Plan key={plan._id} plan={plan} onEdit={() => onEdit(plan)} onRemove={() => void begin(plan)} />
          ))}
        </DividedList>
      )}
      {dialog}
    </>
  );
}

const states: Record<PlannedPriceState, { label: string; color: string }> = {
  planned: { label: "Planned", color: "var(--shop-text-muted)" },
  running: { label: "Now", color: "var(--shop-success)" },
  ended: { label: "Ended", color: "var(--shop-text-muted)" },
  missed: { label: "Missed", color: "var(--shop-warning)" },
};

function Plan({ plan, onEdit, onRemove }: { plan: PlannedPrice; onEdit: () => void; onRemove: () => void }) {
  const { label, color } = states[plan.state];
  const isOpen = plan.state === "planned" || plan.state === "running";
  const what = `the price of ${formatMoney(plan.price)} ${periodText(plan)}`;
  return (
    <Group component="li" justify="space-between" gap="xs" px="md" py="sm" wrap="nowrap">
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text fw={600} style={{ fontVariantNumeric: "tabular-nums" }}>
            {formatMoney(plan.price)}
          </Text>
          <Badge variant="outline" tt="none" c={color} style={{ borderColor: "currentcolor" }}>
            {label}
          </Badge>
        </Group>
        <Text c="dimmed" fz="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
          {periodText(plan)}
        </Text>
        {plan.state === "missed" && <Text fz="sm">The shop was not running at that time.</Text>}
        {(plan.state === "running" || plan.state === "ended") && (
          <Permitted to="insights.read">
            <PlanOutcome plan={plan} />
          </Permitted>
        )}
      </Stack>
      {isOpen && (
        <Group gap={4} wrap="nowrap">
          <RowAction label={`Change ${what}`} icon={<IconPencil size={20} aria-hidden="true" />} onClick={onEdit} />
          <RowAction
            label={plan.state === "running" ? `End ${what} now` : `Delete ${what}`}
            icon={<IconTrash size={20} aria-hidden="true" />}
            onClick={onRemove}
            isDanger
          />
        </Group>
      )}
    </Group>
  );
}

/** "from 2026-11-27 00:00 until 2026-11-30 00:00". */
function periodText({ from, until }: PlannedPrice): string {
  return `from ${from.replace("T", " ")}${until === null ? ", without an end" : ` until ${until.replace("T", " ")}`}`;
}
