import "../../../ui/mantine-styles.ts";
import "@mantine/core/styles/Code.layer.css";
import { Button, Code, Flex, Group, Stack, Text } from "@mantine/core";
import { permissionWords } from "@shop/shared/account/permissions";
import type { ApiKeyRecord, CreatedApiKey } from "@shop/shared/program/api-key";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { Day } from "../../../ui/day.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { notify } from "../../../ui/notify.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import type { AsksFor } from "./asks-for.ts";
import { ApiKeyForm } from "./modals.ts";
import { SecretDialog } from "./secret-dialog.tsx";

/** The keys of outside programs, with a form for a new one. */
export function ApiKeyList({ asksFor }: { asksFor: AsksFor }) {
  const keys = trpc.admin.apiKeys.list.useQuery(undefined, cachedBriefly);
  const utils = trpc.useUtils();
  // Another number gives each opening a form of its own.
  const [form, setForm] = useState({ isOpen: false, times: 0 });
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  return (
    <>
      <Flex justify="space-between" align="flex-end" gap="sm" wrap="wrap">
        <Text maw="42rem">
          With a key, a program such as an accounting or warehouse system works with the shop through its{" "}
          <a href="/api/docs">API</a>, without anybody’s password.
        </Text>
        <Button
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => setForm(({ times }) => ({ isOpen: true, times: times + 1 }))}
        >
          Create key
        </Button>
      </Flex>
      {keys.data !== undefined ? (
        <Keys keys={keys.data} />
      ) : keys.isError ? (
        <ErrorAlert
          message={messageOf(keys.error, "Failed to load the keys")}
          onRetry={() => void keys.refetch()}
          isRetrying={keys.isFetching}
        />
      ) : (
        <div data-screen-coming>
          <Skeleton height="16rem" />
        </div>
      )}
      {form.times > 0 && (
        <ApiKeyForm
          key={form.times}
          isOpen={form.isOpen}
          asksFor={asksFor}
          onClose={() => setForm({ ...form, isOpen: false })}
          onCreated={(result) => {
            setForm({ ...form, isOpen: false });
            setCreated(result);
            void utils.admin.apiKeys.invalidate();
          }}
        />
      )}
      {created !== null && (
        <SecretDialog
          title={`Key “${created.record.name}” created`}
          name="key"
          secret={created.key}
          help="Give it to the program alone. Whoever has it can do what the program can."
          onClose={() => setCreated(null)}
        />
      )}
    </>
  );
}

function Keys({ keys }: { keys: ApiKeyRecord[] }) {
  const { revoke, isRevoking, dialog } = useRevocation();
  if (keys.length === 0) {
    return (
      <EmptyState text="No keys yet" help="A key that you create is listed here until long after it was revoked." />
    );
  }
  return (
    <AdminPanel title="Keys">
      <DividedList>
        {keys.map((key) => (
          <KeyLine key={key._id} apiKey={key} isRevoking={isRevoking} onRevoke={() => revoke(key)} />
        ))}
      </DividedList>
      {dialog}
    </AdminPanel>
  );
}

function useRevocation() {
  const utils = trpc.useUtils();
  const { ask, dialog } = useConfirm();
  const oneAtATime = useOneAtATime();
  const revocation = trpc.admin.apiKeys.revoke.useMutation({
    onSuccess: ({ name }) => notify.success(`Key “${name}” revoked`),
    onError: (error) => notify.error(messageOf(error, "The key could not be revoked")),
    onSettled: () => utils.admin.apiKeys.invalidate(),
  });
  const revoke = async ({ _id: id, name }: ApiKeyRecord) => {
    const isSure = await ask({
      question: "Revoke this key?",
      about: name,
      consequence: "The program that uses it is refused from now on. This cannot be undone.",
      yes: "Revoke",
      isDanger: true,
    });
    if (isSure) oneAtATime(() => revocation.mutateAsync({ id }));
  };
  return { revoke: (key: ApiKeyRecord) => void revoke(key), isRevoking: revocation.isPending, dialog };
}

type KeyLineProps = { apiKey: ApiKeyRecord; isRevoking: boolean; onRevoke: () => void };

function KeyLine({ apiKey, isRevoking, onRevoke }: KeyLineProps) {
  const { name, prefix, scope, permissions, createdBy, createdAt, lastUsedOn, revokedAt } = apiKey;
  return (
    <Flex component="li" wrap="wrap" justify="space-between" align="center" gap="sm" py="sm">
      <Stack gap={4} flex="1 1 16rem" miw={0} style={{ overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <Text span fw={600}>
            {name}
          </Text>
          <Code fz="sm">{prefix}…</Code>
        </Group>
        <StatusDot tone={stateOf(apiKey).tone}>{stateOf(apiKey).text}</StatusDot>
        <Text fz="xs" lh="xs" c="dimmed">
          {scope === "write" ? "Reads and writes" : "Reads"}
          {permissions !== null && `, but only: ${permissions.map((each) => permissionWords[each]).join("; ")}`} ·
          created by {createdBy} on <Day time={createdAt} /> ·{" "}
          {lastUsedOn === null ? "never used" : `last used on ${lastUsedOn}`}
          {revokedAt !== null && (
            <>
              {" "}
              · revoked on <Day time={revokedAt} />
            </>
          )}
        </Text>
      </Stack>
      {revokedAt === null && (
        <Button
          variant="default"
          aria-label={`Revoke the key ${name}`}
          aria-disabled={isRevoking || undefined}
          onClick={onRevoke}
        >
          Revoke
        </Button>
      )}
    </Flex>
  );
}

function stateOf({ isUsable, revokedAt }: ApiKeyRecord) {
  if (revokedAt !== null) return { tone: "quiet", text: "Revoked" } as const;
  if (isUsable) return { tone: "done", text: "In use" } as const;
  return { tone: "warning", text: "Refused: whoever created it is no administrator any more" } as const;
}
