import { Button, Stack, Text, Title } from "@mantine/core";
import type { Rehearsal, RehearsalResult } from "@shop/shared/admin/rehearsal";
import { messageOf } from "../../../../lib/request-failure.ts";
import { ErrorAlert } from "../../../../ui/error-alert.tsx";
import { AdminPanel } from "../admin-panel.tsx";
import { Permitted } from "../permitted.tsx";
import { ChangedOrders } from "./changed-orders.tsx";
import { SumsTable } from "./sums-table.tsx";
import { type Proposed, useRehearsal } from "./use-rehearsal.ts";

type RehearsalPanelProps = {
  /** The change as the form has it, or `null` if the form shows what is wrong with it. */
  propose: () => Proposed | null;
  /** The same without showing what is wrong. */
  current: Proposed | null;
  /** What is assumed of the past. */
  note?: string;
};

/** Tries a change that is not saved on the orders of the last 90 days, and shows what it would have made of them. */
export function RehearsalPanel(props: RehearsalPanelProps) {
  return (
    <Permitted to="insights.read">
      <AdminPanel title="Try it first">
        <RehearsalPart {...props} />
      </AdminPanel>
    </Permitted>
  );
}

/** The same without a frame. */
export function RehearsalPart({ propose, current, note }: RehearsalPanelProps) {
  const { rehearsal, isWorking, error, isOutdated, begin } = useRehearsal();
  const result = rehearsal?.result ?? null;
  const start = () => {
    const proposed = propose();
    if (proposed !== null && !isWorking) begin(proposed);
  };
  return (
    <Stack gap="md">
      <Text c="dimmed" fz="sm">
        What would it have made of your orders of the last 90 days? Nothing is saved by trying. {note}
      </Text>
      <Button variant="default" w="fit-content" aria-disabled={isWorking || undefined} onClick={start}>
        {isWorking ? "Trying…" : "Try on past orders"}
      </Button>
      <Text role="status" fw={600}>
        {statusOf(rehearsal, isWorking)}
      </Text>
      {error !== null && <ErrorAlert message={messageOf(error, "This could not be tried")} onRetry={start} />}
      {rehearsal?.state === "failed" && (
        <ErrorAlert message="This could not be tried. Please try again a little later." onRetry={start} />
      )}
      {result !== null && (
        <>
          {isOutdated(current) && (
            <Text fw={600}>The form has changed since. Try it again to see what it does now.</Text>
          )}
          <Result result={result} />
        </>
      )}
    </Stack>
  );
}

function statusOf(rehearsal: Rehearsal | undefined, isWorking: boolean): string {
  if (isWorking) return rehearsal === undefined ? "Starting…" : `Looked at ${countOf(rehearsal.looked)} so far…`;
  return rehearsal?.result == null ? "" : outcomeOf(rehearsal.result);
}

function outcomeOf({ all, touched }: RehearsalResult): string {
  if (all.before.orders === 0) return "There are no orders of that time.";
  if (touched.before.orders === 0) return `It would have changed none of ${countOf(all.before.orders)}.`;
  return `It would have changed ${touched.before.orders.toLocaleString("en-US")} of ${countOf(all.before.orders)}.`;
}

const countOf = (orders: number) => `${orders.toLocaleString("en-US")} ${orders === 1 ? "order" : "orders"}`;

function Result({ result }: { result: RehearsalResult }) {
  const { touched, lost, ratesOf, examples } = result;
  if (touched.before.orders === 0) return null;
  return (
    <Stack gap="sm">
      {lost > 0 && (
        <Text c="var(--shop-warning)" fw={600}>
          {countOf(lost)} could not have been delivered.
        </Text>
      )}
      {ratesOf !== null && (
        <Text fz="sm">Tax is by the rates as they are from {new Date(ratesOf).toLocaleDateString("en-US")} on.</Text>
      )}
      <SumsTable
        label="What it would have changed"
        columns={[
          { name: "As they were", sums: touched.before },
          { name: "With the change", sums: touched.after },
        ]}
      />
      <Title order={3} fz="sm" fw={650}>
        {examples.length === 1 ? "This order" : "The orders that would have changed most"}
      </Title>
      <ChangedOrders orders={examples} />
    </Stack>
  );
}
