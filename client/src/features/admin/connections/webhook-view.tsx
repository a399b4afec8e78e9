import { Button, Group, Stack, Text } from "@mantine/core";
import { pages } from "@shop/shared/page/pages";
import type { EndpointRecord, EndpointWithSecret } from "@shop/shared/program/webhook";
import { webhookEventWords } from "@shop/shared/program/webhook-events";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Minute } from "../../../ui/minute.tsx";
import { notify } from "../../../ui/notify.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StateAlert } from "../../../ui/state-alert.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import type { AsksFor } from "./asks-for.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { WebhookForm } from "./modals.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { secretHelp } from "./webhook-list.tsx";
import { endpointState } from "./webhook-words.ts";

/** How often the state is read while something waits to be sent, in milliseconds. */
const pollMs = 5_000;

/** One webhook: its settings, and what was sent there. */
export function WebhookView({ id, asksFor }: { id: string; asksFor: AsksFor }) {
  const found = trpc.admin.webhooks.byId.useQuery(
    { id },
    {
      ...cachedBriefly,
      refetchInterval: ({ state: { data } }) => (data !== undefined && data.waiting > 0 ? pollMs : false),
    },
  );
  if (found.data !== undefined) {
    return (
      <Stack gap={20}>
        <Settings endpoint={found.data} asksFor={asksFor} />
        <DeliveryLog endpointId={id} />
      </Stack>
    );
  }
  if (found.isError) {
    return (
      <ErrorAlert
        message={messageOf(found.error, "Failed to load the webhook")}
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
      />
    );
  }
  return (
    <div data-screen-coming>
      <Skeleton height="24rem" />
    </div>
  );
}

type SettingsProps = { endpoint: EndpointRecord; asksFor: AsksFor };

function Settings({ endpoint, asksFor }: SettingsProps) {
  const { url, events, createdBy, createdAt, givenUpAt, previousUntil, waiting } = endpoint;
  const { tone, text } = endpointState(endpoint);
  return (
    <>
      {givenUpAt !== null && (
        <StateAlert tone="warning">
          Nothing had arrived here for days, so it was switched off on <Minute time={givenUpAt} />. Switch it on once
          the program works again, and send again what was given up.
        </StateAlert>
      )}
      <AdminPanel title="Settings">
        <Stack gap={4} style={{ overflowWrap: "anywhere" }}>
          <Text fw={600}>{url}</Text>
          <StatusDot tone={tone}>{text}</StatusDot>
          <Text fz="sm">{events.map((type) => webhookEventWords[type]).join(" · ")}</Text>
          <Text fz="xs" lh="xs" c="dimmed">
            Added by {createdBy} on <Minute time={createdAt} />
            {waiting > 0 && ` · ${waiting.toLocaleString("en-US")} waiting`}
            {previousUntil !== null && (
              <>
                {" "}
                · the secret before signs until <Minute time={previousUntil} />
              </>
            )}
          </Text>
        </Stack>
        <Acts endpoint={endpoint} asksFor={asksFor} />
      </AdminPanel>
    </>
  );
}

function Acts({ endpoint, asksFor }: SettingsProps) {
  const { _id: id, url, events, isEnabled, version } = endpoint;
  const utils = trpc.useUtils();
  const [form, setForm] = useState({ isOpen: false, times: 0 });
  const refresh = () => utils.admin.webhooks.invalidate();
  const callbacks = (done: string) => ({
    onSuccess: () => notify.success(done),
    onError: (error: unknown) => notify.error(messageOf(error, "That did not work. Please try again.")),
    onSettled: refresh,
  });
  const update = trpc.admin.webhooks.update.useMutation(
    callbacks(isEnabled ? "Webhook switched off" : "Webhook switched on"),
  );
  const test = trpc.admin.webhooks.test.useMutation(callbacks("A test message is on its way"));
  const rotation = useRotation(id, asksFor);
  const removal = useRemoval(endpoint);
  const isBusy = update.isPending || test.isPending || rotation.isPending || removal.isPending;
  const busy = { "aria-disabled": isBusy || undefined };
  const once = (act: () => void) => () => {
    if (!isBusy) act();
  };
  return (
    <Group gap="xs">
      <Button variant="default" {...busy} onClick={once(() => test.mutate({ id }))}>
        Send a test
      </Button>
      <Button variant="default" {...busy} onClick={() => setForm(({ times }) => ({ isOpen: true, times: times + 1 }))}>
        Change
      </Button>
      <Button
        variant="default"
        {...busy}
        onClick={once(() => update.mutate({ id, url, events, isEnabled: !isEnabled, version }))}
      >
        {isEnabled ? "Switch off" : "Switch on"}
      </Button>
      <Button variant="default" {...busy} onClick={once(rotation.begin)}>
        New secret
      </Button>
      <Button variant="default" {...busy} onClick={once(removal.begin)}>
        Remove
      </Button>
      {form.times > 0 && (
        <WebhookForm
          key={form.times}
          endpoint={endpoint}
          isOpen={form.isOpen}
          asksFor={asksFor}
          onClose={() => setForm({ ...form, isOpen: false })}
          onSaved={() => {
            setForm({ ...form, isOpen: false });
            notify.success("Webhook updated");
            void refresh();
          }}
        />
      )}
      {rotation.dialog}
      {removal.dialog}
    </Group>
  );
}

/** Gives the webhook a new secret after a confirmation, and shows it. */
function useRotation(id: string, asksFor: AsksFor) {
  const utils = trpc.useUtils();
  const { ask, dialog } = useConfirm();
  const [renewed, setRenewed] = useState<EndpointWithSecret | null>(null);
  const rotate = trpc.admin.webhooks.rotate.useMutation({
    onSuccess: setRenewed,
    onError: (error, input) => {
      if (asksFor(error, () => rotate.mutate(input))) return;
      notify.error(messageOf(error, "There is no new secret. Please try again."));
    },
    onSettled: () => utils.admin.webhooks.invalidate(),
  });
  const begin = async () => {
    const isSure = await ask({
      question: "Make a new secret?",
      consequence: "For a day, messages are signed with both secrets, so that the program can change over.",
      yes: "New secret",
    });
    if (isSure) rotate.mutate({ id });
  };
  return {
    begin: () => void begin(),
    isPending: rotate.isPending,
    dialog: (
      <>
        {dialog}
        {renewed !== null && (
          <SecretDialog
            title="New secret"
            name="secret"
            secret={renewed.secret}
            help={secretHelp}
            onClose={() => setRenewed(null)}
          />
        )}
      </>
    ),
  };
}

/** Removes the webhook after a confirmation. */
function useRemoval({ _id: id, url, waiting }: EndpointRecord) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  const removal = trpc.admin.webhooks.delete.useMutation({
    onSuccess: async ({ message }) => {
      notify.success(message);
      await navigate(pages.webhookList.path);
      // Not the removed one, which the screen may still show.
      void utils.admin.webhooks.list.invalidate();
    },
    onError: (error) => notify.error(messageOf(error, "The webhook could not be removed")),
  });
  const begin = async () => {
    const isSure = await ask({
      question: "Remove this webhook?",
      about: url,
      consequence:
        waiting === 0
          ? "Its log goes with it. This cannot be undone."
          : "What waits to be sent there is not sent any more, and its log goes with it. This cannot be undone.",
      yes: "Remove",
      isDanger: true,
    });
    if (isSure) removal.mutate({ id });
  };
  return { begin: () => void begin(), isPending: removal.isPending, dialog };
}
