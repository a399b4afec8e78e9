import { Anchor, Button, Flex, Group, Stack, Text } from "@mantine/core";
import { pathOf } from "@shop/shared/page/pages";
import type { EndpointRecord, EndpointWithSecret } from "@shop/shared/program/webhook";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import type { AsksFor } from "./asks-for.ts";
import { WebhookForm } from "./modals.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { endpointState } from "./webhook-words.ts";

/** What the receiver needs the secret for. */
export const secretHelp = "The program checks with it that a message is from this shop.";

/** The addresses that are told of events, with a form for a new one. */
export function WebhookList({ asksFor }: { asksFor: AsksFor }) {
  const list = trpc.admin.webhooks.list.useQuery(undefined, cachedBriefly);
  const utils = trpc.useUtils();
  // Another number gives each opening a form of its own.
  const [form, setForm] = useState({ isOpen: false, times: 0 });
  const [added, setAdded] = useState<EndpointWithSecret | null>(null);
  return (
    <>
      <Flex justify="space-between" align="flex-end" gap="sm" wrap="wrap">
        <Text maw="42rem">
          The shop tells other programs when something happens here, such as an order that was paid. A message that does
          not arrive is tried again for three days.
        </Text>
        <Button
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => setForm(({ times }) => ({ isOpen: true, times: times + 1 }))}
        >
          Add webhook
        </Button>
      </Flex>
      {list.data !== undefined ? (
        <Endpoints endpoints={list.data} />
      ) : list.isError ? (
        <ErrorAlert
          message={messageOf(list.error, "Failed to load the webhooks")}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <div data-screen-coming>
          <Skeleton height="16rem" />
        </div>
      )}
      {form.times > 0 && (
        <WebhookForm
          key={form.times}
          endpoint={null}
          isOpen={form.isOpen}
          asksFor={asksFor}
          onClose={() => setForm({ ...form, isOpen: false })}
          onSaved={({ endpoint, secret }) => {
            setForm({ ...form, isOpen: false });
            if (secret !== undefined) setAdded({ endpoint, secret });
            void utils.admin.webhooks.invalidate();
          }}
        />
      )}
      {added !== null && (
        <SecretDialog
          title="Webhook added"
          name="secret"
          secret={added.secret}
          help={secretHelp}
          onClose={() => setAdded(null)}
        />
      )}
    </>
  );
}

function Endpoints({ endpoints }: { endpoints: EndpointRecord[] }) {
  if (endpoints.length === 0) {
    return <EmptyState text="No webhooks yet" help="The addresses that the shop tells of events are listed here." />;
  }
  return (
    <AdminPanel title="Addresses">
      <DividedList>
        {endpoints.map((endpoint) => (
          <Group component="li" key={endpoint._id} justify="space-between" py="sm" gap="xs">
            <Stack gap={4} flex="1 1 16rem" miw={0} style={{ overflowWrap: "anywhere" }}>
              <Anchor component={PrefetchLink} to={pathOf("webhook", { id: endpoint._id })} fw={600}>
                {endpoint.url}
              </Anchor>
              <Text fz="xs" lh="xs" c="dimmed">
                {endpoint.events.join(", ")}
              </Text>
            </Stack>
            <StatusDot tone={endpointState(endpoint).tone}>{endpointState(endpoint).text}</StatusDot>
          </Group>
        ))}
      </DividedList>
    </AdminPanel>
  );
}
