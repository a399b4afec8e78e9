import { Anchor, Group, Stack, Text } from "@mantine/core";
import type { ArticleLine, ArticleState } from "@shop/shared/page/journal-edit";
import { toPageNumber } from "@shop/shared/page/page-number";
import { pages, pathOf } from "@shop/shared/page/pages";
import { useSearchParams } from "react-router-dom";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Minute } from "../../../ui/minute.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";

/** All articles, the one that was changed last first. */
export function ArticleList() {
  const [search] = useSearchParams();
  const pageNumber = toPageNumber(search.get("page"));
  const list = trpc.admin.journal.list.useQuery({ pageNumber }, cachedBriefly);
  if (list.data === undefined && list.isError) {
    return (
      <ErrorAlert
        message={messageOf(list.error, "Failed to load the articles")}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  }
  if (list.data === undefined) return <Skeleton height="24rem" />;
  const { articles, page, pages: last } = list.data;
  if (articles.length === 0 && page === 1) {
    return (
      <EmptyState
        text="No articles yet."
        help="Tell customers what is new, how something is made or how to choose. The first article that you publish gives the shop a journal, with a link at the end of every page."
      />
    );
  }
  return (
    <Stack gap="md" maw="48rem">
      <AdminPanel title="Last changed first">
        <DividedList>
          {articles.map((article) => (
            <Line key={article._id} article={article} />
          ))}
        </DividedList>
      </AdminPanel>
      <Pagination
        page={page}
        pages={last}
        toPage={(number) => (number === 1 ? pages.articleList.path : `${pages.articleList.path}?page=${number}`)}
        label="Pages of articles"
      />
    </Stack>
  );
}

const states = {
  draft: { tone: "quiet", name: "Draft" },
  planned: { tone: "warning", name: "Planned" },
  published: { tone: "done", name: "Published" },
} as const satisfies Record<ArticleState, object>;

function Line({ article }: { article: ArticleLine }) {
  const { _id, title, state, publishedAt, updatedAt } = article;
  const { tone, name } = states[state];
  return (
    <Group component="li" justify="space-between" gap="xs" py="xs" mih={56}>
      <Stack gap={0} miw={0} flex="1 1 12rem">
        <Anchor component={PrefetchLink} to={pathOf("articleEdit", { id: _id })} fw={600} py={4}>
          {title}
        </Anchor>
        <Text c="dimmed" fz="xs" lh="xs">
          {publishedAt === null ? "Changed " : state === "planned" ? "From " : "Since "}
          <Minute time={publishedAt ?? updatedAt} />
        </Text>
      </Stack>
      <StatusDot tone={tone}>{name}</StatusDot>
    </Group>
  );
}
