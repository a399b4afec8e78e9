import { ActionIcon, Anchor, Group, Stack, Text } from "@mantine/core";
import type { HomeLayoutLine } from "@shop/shared/page/home-layout";
import { pathOf } from "@shop/shared/page/pages";
import { IconTrash } from "@tabler/icons-react";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Minute } from "../../../ui/minute.tsx";
import { notify } from "../../../ui/notify.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { NewLayout } from "./new-layout.tsx";

/** The layouts of Home: the one that customers see, drafts, and those before. */
export function LayoutList() {
  const list = trpc.admin.home.list.useQuery(undefined, cachedBriefly);
  if (list.data === undefined && list.isError) {
    return (
      <ErrorAlert
        message={messageOf(list.error, "The layouts could not be loaded")}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  }
  if (list.data === undefined) return <Skeleton height="24rem" />;
  const shown = list.data.find(({ state }) => state === "shown");
  const open = list.data.filter(({ state }) => state === "draft" || state === "planned");
  const past = list.data.filter(({ state }) => state === "past");
  return (
    <Stack gap="md" maw="48rem">
      <AdminPanel title="What customers see">
        <Stack gap="md" align="flex-start">
          {shown === undefined ? (
            <Text>The usual Home: the carousel, shortcuts to categories and brands, and all products.</Text>
          ) : (
            <Line layout={shown} />
          )}
          <Group gap="sm">
            <NewLayout from={shown?._id ?? null} name={shown?.name ?? ""} label="Change it in a draft" />
            {shown !== undefined && (
              <NewLayout from={null} name="" label="Start from the usual Home" variant="default" />
            )}
          </Group>
        </Stack>
      </AdminPanel>
      <AdminPanel title="Drafts">
        {open.length === 0 ? (
          <Text c="dimmed">No drafts. Customers see a draft only once it is published.</Text>
        ) : (
          <DividedList>
            {open.map((layout) => (
              <li key={layout._id}>
                <Line layout={layout} canDelete />
              </li>
            ))}
          </DividedList>
        )}
      </AdminPanel>
      {past.length > 0 && (
        <AdminPanel title="Before">
          <DividedList>
            {past.map((layout) => (
              <li key={layout._id}>
                <Line layout={layout} canDelete />
              </li>
            ))}
          </DividedList>
        </AdminPanel>
      )}
    </Stack>
  );
}

function Line({ layout, canDelete = false }: { layout: HomeLayoutLine; canDelete?: boolean }) {
  const { _id, name, state, startsAt, updatedAt } = layout;
  return (
    <Group justify="space-between" gap="xs" py="xs" mih={56} w="100%">
      <Stack gap={0} miw={0} flex="1 1 12rem">
        <Anchor component={PrefetchLink} to={pathOf("homeLayout", { id: _id })} fw={600} py={4}>
          {name}
        </Anchor>
        <Text c="dimmed" fz="xs" lh="xs">
          {startsAt === null ? "Changed " : "From "}
          <Minute time={startsAt ?? updatedAt} />
        </Text>
      </Stack>
      <Group gap="xs" wrap="nowrap">
        {state === "planned" && <StatusDot tone="warning">Planned</StatusDot>}
        {state === "shown" && <StatusDot tone="done">Shown</StatusDot>}
        {state === "past" && (
          <NewLayout from={_id} name={name} label="Use again" about={`Use ${name} again`} variant="default" />
        )}
        {canDelete && <DeleteLayout layout={layout} />}
      </Group>
    </Group>
  );
}

function DeleteLayout({ layout: { _id: id, name, version } }: { layout: HomeLayoutLine }) {
  const utils = trpc.useUtils();
  const { ask, dialog } = useConfirm();
  const deletion = trpc.admin.home.delete.useMutation({
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(messageOf(error, "The layout was not deleted")),
    onSettled: () => utils.admin.home.list.invalidate(),
  });
  const remove = async () => {
    const consequence = "This cannot be undone. What customers see stays as it is.";
    const isSure = await ask({
      question: "Delete this layout?",
      about: name,
      consequence,
      yes: "Delete",
      isDanger: true,
    });
    if (isSure) deletion.mutate({ id, version });
  };
  return (
    <>
      <ActionIcon
        variant="subtle"
        size={44}
        aria-label={`Delete ${name}`}
        aria-disabled={deletion.isPending || undefined}
        onClick={() => void remove()}
      >
        <IconTrash size={20} aria-hidden="true" />
      </ActionIcon>
      {dialog}
    </>
  );
}
