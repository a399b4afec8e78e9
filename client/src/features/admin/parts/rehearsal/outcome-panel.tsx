import { Stack, Text } from "@mantine/core";
import type { AskedOutcome, OrderSums, RehearsalOutcome } from "@shop/shared/admin/rehearsal";
import type { ReactNode } from "react";
import { cachedBriefly } from "../../../../lib/query-client.ts";
import { messageOf } from "../../../../lib/request-failure.ts";
import { trpc } from "../../../../lib/trpc.ts";
import { ErrorAlert } from "../../../../ui/error-alert.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { AdminPanel } from "../admin-panel.tsx";
import { usePermissions } from "../use-permissions.ts";
import { SumsTable } from "./sums-table.tsx";

type OutcomePanelProps = {
  asked: AskedOutcome;
  /** Ends what was saved. */
  undo?: ReactNode;
};

/** What was foretold of what is in force, beside what came of it; nothing where it was not tried before it was saved. */
export function OutcomePanel({ asked, undo }: OutcomePanelProps) {
  const may = usePermissions();
  const outcome = trpc.admin.rehearsals.outcome.useQuery(asked, { ...cachedBriefly, enabled: may("insights.read") });
  if (outcome.data === undefined || outcome.data === null) return null;
  return (
    <AdminPanel title="What came of it" aside={undo}>
      <Outcome asked={asked} outcome={outcome.data} />
    </AdminPanel>
  );
}

/** The same once it is asked for, also where nothing was foretold. */
export function OutcomePart({ asked }: { asked: AskedOutcome }) {
  const outcome = trpc.admin.rehearsals.outcome.useQuery(asked, cachedBriefly);
  if (outcome.data === null) return <Text fz="sm">It was not tried before.</Text>;
  if (outcome.data !== undefined) return <Outcome asked={asked} outcome={outcome.data} />;
  if (!outcome.isError) return <Skeleton height="8rem" />;
  return (
    <ErrorAlert
      message={messageOf(outcome.error, "Failed to load what came of it")}
      onRetry={() => void outcome.refetch()}
      isRetrying={outcome.isFetching}
    />
  );
}

function Outcome({ asked, outcome: { foretold, came } }: { asked: AskedOutcome; outcome: RehearsalOutcome }) {
  const { all, touched, days } = foretold.result;
  const sums = asked.kind === "terms of sale" ? all.after : touched.after;
  const { days: past, ...seen } = came;
  return (
    <Stack gap="sm">
      <Text c="dimmed" fz="sm">
        You tried this on {new Date(foretold.createdAt).toLocaleDateString("en-US")}, on the orders of {days} days. As
        much of that as belongs to the {past === 1 ? "day" : `${past} days`} since stands beside what has come.
      </Text>
      <SumsTable
        label="What was foretold, and what came"
        columns={[
          { name: "Foretold", sums: forDays(sums, past / days) },
          { name: "Came", sums: seen },
        ]}
      />
    </Stack>
  );
}

/** Sums of some days as those of others. */
function forDays(sums: OrderSums, share: number): OrderSums {
  const part = (amount: number) => Math.round(amount * share);
  return {
    orders: part(sums.orders),
    totalCents: part(sums.totalCents),
    discountCents: part(sums.discountCents),
    deliveryCents: part(sums.deliveryCents),
    taxCents: part(sums.taxCents),
    marginCents: part(sums.marginCents),
    units: part(sums.units),
    unitsWithCost: part(sums.unitsWithCost),
  };
}
