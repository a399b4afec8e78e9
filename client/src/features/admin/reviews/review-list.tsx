import { Anchor, Badge, Button, Flex, Group, Stack, Text } from "@mantine/core";
import { imageAt } from "@shop/shared/catalog/image";
import { reviewCount } from "@shop/shared/review/rating";
import type { AdminReview, AdminReviewPage } from "@shop/shared/review/review";
import { reviewReasonWords } from "@shop/shared/review/review-reasons";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { productPath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { TableFilter, TableTools } from "../../../ui/data-table/table-tools.tsx";
import { useTableState } from "../../../ui/data-table/use-table-state.ts";
import { Day } from "../../../ui/day.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Rating } from "../../../ui/rating.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { AnswerReviewForm } from "./answer-review-form.tsx";
import { HideReviewForm } from "./hide-review-form.tsx";
import { useReviewActs } from "./use-review-acts.ts";

/** The reviews: those that were reported, those that are hidden, or all. */
export function ReviewList() {
  const state = useTableState({ usualSort: "-createdAt", filters: { show: ["hidden", "all"] } });
  const { search, pageNumber } = state.input;
  const filter = state.filters.show ?? "reported";
  const list = trpc.admin.reviews.page.useQuery(
    { filter, search, pageNumber },
    { ...cachedBriefly, placeholderData: keepPreviousData },
  );
  return (
    <>
      <TableTools searchLabel="Search reviews" columns={[]} state={state}>
        <TableFilter
          label="Show"
          value={state.filters.show}
          onChange={(value) => state.setFilter("show", value)}
          all="Reported"
          options={[
            { value: "hidden", label: "Hidden" },
            { value: "all", label: "All" },
          ]}
        />
      </TableTools>
      {list.data !== undefined ? (
        <Listed list={list.data} filter={filter} isSearch={search !== ""} toPage={state.toPage} />
      ) : list.isError ? (
        <ErrorAlert
          message={messageOf(list.error, "Failed to load reviews")}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <div data-screen-coming>
          <Skeleton height="20rem" />
        </div>
      )}
    </>
  );
}

const emptyWords = {
  reported: {
    text: "No reported reviews",
    help: "A review that a customer reports shows here until you have decided.",
  },
  hidden: { text: "No hidden reviews", help: "Reviews that you hide show here, and can be shown again." },
  all: { text: "No reviews yet", help: "What customers write about products shows here." },
};

type ListedProps = {
  list: AdminReviewPage;
  filter: keyof typeof emptyWords;
  isSearch: boolean;
  toPage: (page: number) => string;
};

function Listed({ list, filter, isSearch, toPage }: ListedProps) {
  const { reviews, page, pages, total } = list;
  if (total === 0) {
    return isSearch ? (
      <EmptyState text="No reviews found." help="Search for a part of the text, the author or the product." />
    ) : (
      <EmptyState {...emptyWords[filter]} />
    );
  }
  return (
    <Stack gap="md" maw="60rem">
      <AdminPanel title={reviewCount(total)}>
        <DividedList>
          {reviews.map((review) => (
            <ReviewLine key={review._id} review={review} />
          ))}
        </DividedList>
      </AdminPanel>
      <Pagination page={page} pages={pages} toPage={toPage} label="Pages of reviews" />
    </Stack>
  );
}

function ReviewLine({ review }: { review: AdminReview }) {
  const { _id, product, name, rating, comment, photos, createdAt, editedAt, answer, hidden, reports } = review;
  const [open, setOpen] = useState<"hide" | "answer">();
  const close = () => setOpen(undefined);
  const { show, dismiss, isBusy } = useReviewActs(_id);
  const about = `review of ${product.name} by ${name}`;
  return (
    <Stack component="li" gap="xs" py="md" miw={0} style={{ overflowWrap: "anywhere" }}>
      <Group gap="xs" justify="space-between">
        <Anchor component={PrefetchLink} to={`${productPath(product._id)}#reviews`} fw={600} underline="always">
          {product.name}
        </Anchor>
        <Text span fz="xs" c="dimmed">
          <Day time={createdAt} />
          {editedAt !== null && ", edited"}
        </Text>
      </Group>
      <Group gap="sm">
        <Text span>{name}</Text>
        <Rating value={rating} />
        {hidden !== null && <StatusDot tone="quiet">Hidden: {reviewReasonWords[hidden.reason]}</StatusDot>}
      </Group>
      <Text style={{ whiteSpace: "pre-line" }} maw="70ch">
        {comment}
      </Text>
      <Photos photos={photos} />
      {reports.map(({ _id: id, reason, words }) => (
        <Flex key={id} gap="xs" wrap="wrap" align="center">
          <Badge variant="default" c="var(--shop-warning)">
            Reported: {reviewReasonWords[reason]}
          </Badge>
          {words !== null && <Text fz="sm">{words}</Text>}
        </Flex>
      ))}
      {answer !== null && open !== "answer" && (
        <Text pl="sm" style={{ borderLeft: "3px solid var(--shop-link)", whiteSpace: "pre-line" }}>
          <Text span fw={600}>
            Your answer:{" "}
          </Text>
          {answer}
        </Text>
      )}
      {open === "hide" ? (
        <HideReviewForm id={_id} about={about} onClose={close} />
      ) : open === "answer" ? (
        <AnswerReviewForm id={_id} answer={answer} about={about} onClose={close} />
      ) : (
        <Flex gap="sm" wrap="wrap">
          {hidden === null ? (
            <Button variant="default" aria-label={`Hide ${about}`} onClick={() => setOpen("hide")}>
              Hide…
            </Button>
          ) : (
            <Button
              variant="default"
              aria-label={`Show again: ${about}`}
              aria-disabled={isBusy || undefined}
              onClick={show}
            >
              Show again
            </Button>
          )}
          {reports.length > 0 && (
            <Button
              variant="default"
              aria-label={`Keep it: ${about}`}
              aria-disabled={isBusy || undefined}
              onClick={dismiss}
            >
              Keep it
            </Button>
          )}
          <Button
            variant="default"
            aria-label={`${answer === null ? "Answer" : "Edit answer to"} ${about}`}
            onClick={() => setOpen("answer")}
          >
            {answer === null ? "Answer…" : "Edit answer…"}
          </Button>
        </Flex>
      )}
    </Stack>
  );
}

function Photos({ photos }: { photos: readonly string[] }) {
  if (photos.length === 0) return null;
  return (
    <Group gap="xs">
      {photos.map((photo, place) => (
        <a key={photo} href={photo} target="_blank" rel="noreferrer">
          <img
            src={imageAt(photo, 160)}
            alt={`${place + 1} of the review, in a new tab`}
            width={72}
            height={72}
            loading="lazy"
            style={{ display: "block", objectFit: "cover", borderRadius: 12 }}
          />
        </a>
      ))}
    </Group>
  );
}
