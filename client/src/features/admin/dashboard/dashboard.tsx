import { Grid, Text } from "@mantine/core";
import { homePath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { WebhookNote } from "../connections/webhook-note.tsx";
import { AdminNotes } from "../opening/admin-notes.tsx";
import { OpeningChecklist } from "../opening/opening-checklist.tsx";
import { AdminPage } from "../parts/admin-page.tsx";
import { usePermissions } from "../parts/use-permissions.ts";
import { DistanceSales } from "../selling/distance-sales.tsx";
import { LatestOrders } from "./latest-orders.tsx";
import { LowStock } from "./low-stock.tsx";
import { NeedsAction, OpenQuestionsPanel } from "./needs-action.tsx";
import { SalesOverview } from "./sales-overview.tsx";

/** Home for admins: open work first, then the sales figures. */
export function Dashboard() {
  const may = usePermissions();
  const waiting = trpc.admin.orders.waiting.useQuery(undefined, { ...cachedBriefly, enabled: may("orders.read") });
  const { data: { open: questions = 0 } = {} } = trpc.admin.questions.waiting.useQuery(undefined, {
    ...cachedBriefly,
    enabled: may("reviews.write"),
  });
  const home = trpc.admin.dashboard.home.useQuery(undefined, cachedBriefly);
  const opening = trpc.admin.dashboard.opening.useQuery(undefined, {
    ...cachedBriefly,
    enabled: may("settings.write"),
  });
  // The sales figures are the slowest query and start after the lists.
  const areListsLoaded = (!waiting.isPending || !may("orders.read")) && !home.isPending;
  return (
    <AdminPage title="Home" path={homePath}>
      <AdminNotes isHome />
      {opening.data !== undefined && <OpeningChecklist opening={opening.data} />}
      {may("apps.write") && <WebhookNote />}
      {may("orders.read") ? (
        <NeedsAction waiting={waiting} questions={questions} />
      ) : (
        questions > 0 && <OpenQuestionsPanel questions={questions} />
      )}
      <Grid gap={20}>
        {may("products.read") && (
          <Grid.Col span={{ base: 12, md: 5 }}>
            <LowStock home={home} />
          </Grid.Col>
        )}
        {may("orders.read") && (
          <Grid.Col span={{ base: 12, md: 7 }}>
            <LatestOrders home={home} />
          </Grid.Col>
        )}
      </Grid>
      {may("insights.read") && <DistanceSales />}
      {may("insights.read") && <SalesOverview isReady={areListsLoaded} />}
      {home.data !== undefined && (
        <Text size="sm" c="dimmed">
          Shop version {home.data.version}
        </Text>
      )}
    </AdminPage>
  );
}
