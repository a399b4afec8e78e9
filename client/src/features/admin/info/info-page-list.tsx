import { Anchor, Group, Stack, Text } from "@mantine/core";
import type { InfoPageLine } from "@shop/shared/page/info-page-edit";
import { infoPageEditPath } from "../../../lib/admin-paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Day } from "../../../ui/day.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";

const groups = [
  { group: "help", title: "Help" },
  { group: "company", title: "Company" },
  { group: "none", title: "Without a link of its own" },
] as const;

/** The shop's own pages, by the columns of the footer in which their links stand. */
export function InfoPageList() {
  const list = trpc.admin.infoPages.list.useQuery(undefined, cachedBriefly);
  if (list.data === undefined && list.isError) {
    return (
      <ErrorAlert
        message={messageOf(list.error, "Failed to load pages")}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  }
  if (list.data === undefined) return <Skeleton height="32rem" />;
  const pages = list.data;
  const shown = groups.filter(({ group }) => group !== "none" || pages.some(({ place }) => place === "none"));
  return (
    <Stack gap="md" maw="48rem">
      <Text c="dimmed">
        Each page that is shown has a link at the end of every page of the shop, in the column where it stands here.
      </Text>
      {shown.map(({ group, title }) => (
        <AdminPanel key={group} title={title}>
          <DividedList>
            {pages
              .filter((page) => page.place === group)
              .map((page) => (
                <Line key={page.slug} page={page} />
              ))}
          </DividedList>
        </AdminPanel>
      ))}
    </Stack>
  );
}

function Line({ page }: { page: InfoPageLine }) {
  const { slug, title, isShown, isStarting, updatedAt } = page;
  return (
    <Group component="li" justify="space-between" gap="xs" py="xs" mih={56}>
      <Stack gap={0} miw={0}>
        <Anchor component={PrefetchLink} to={infoPageEditPath(slug)} fw={600} py={4}>
          {title}
        </Anchor>
        <Text c="dimmed" fz="xs" lh="xs">
          {updatedAt === null ? (
            isShown ? (
              "Written from your settings"
            ) : (
              "Not written yet"
            )
          ) : (
            <>
              Changed on <Day time={updatedAt} />
            </>
          )}
        </Text>
      </Stack>
      <StatusDot tone={isShown ? "done" : isStarting ? "warning" : "quiet"}>
        {isShown ? "Shown" : isStarting ? "To be written" : "Hidden"}
      </StatusDot>
    </Group>
  );
}
