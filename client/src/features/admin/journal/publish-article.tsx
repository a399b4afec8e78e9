import { Button, Group, Stack, Text } from "@mantine/core";
import type { ArticleDetail } from "@shop/shared/page/journal-edit";
import { pages } from "@shop/shared/page/pages";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { MissingModal } from "../../../ui/missing-modal.ts";
import { notify } from "../../../ui/notify.ts";
import { useShopTime } from "../../../ui/shop-time.ts";
import { AdminPanel } from "../parts/admin-panel.tsx";

// Lazy, because the form depends on the validation library.
const TimeForm = lazyPart("time-form", () => import("../parts/time-form.tsx").then((form) => form.TimeForm), {
  failed: MissingModal,
});

/** Publishes an article now or at a time, takes it back, and deletes it. */
export function PublishArticle({ article, isDirty }: { article: ArticleDetail; isDirty: boolean }) {
  const [form, setForm] = useState({ isOpen: false, times: 0 });
  const { publish, unpublish, remove, isBusy } = useActs(article);
  const { ask, dialog } = useConfirm();
  const oneAtATime = useOneAtATime();
  const { state, title, text, publishedAt } = article;
  const isHeld = isDirty || text === "";
  const confirmDeletion = async () => {
    const consequence = "Links to it lead to nothing any more. This cannot be undone.";
    const isSure = await ask({
      question: "Delete this article?",
      about: title,
      consequence,
      yes: "Delete",
      isDanger: true,
    });
    if (isSure) oneAtATime(remove);
  };
  return (
    <AdminPanel title="Publication">
      <Stack gap="md">
        <StateWords article={article} isDirty={isDirty} />
        <Group gap="sm">
          {state !== "published" && (
            <Button
              variant="default"
              data-disabled={isHeld}
              aria-disabled={isHeld || isBusy || undefined}
              onClick={() => !isHeld && oneAtATime(() => publish(null))}
            >
              Publish now
            </Button>
          )}
          <Button
            variant="default"
            data-disabled={isHeld}
            aria-disabled={isHeld || undefined}
            onClick={() => !isHeld && setForm(({ times }) => ({ isOpen: true, times: times + 1 }))}
          >
            {state === "draft" ? "Choose a time" : "Change the time"}
          </Button>
          {state !== "draft" && (
            <Button variant="default" aria-disabled={isBusy || undefined} onClick={() => oneAtATime(unpublish)}>
              {state === "planned" ? "Do not publish" : "Unpublish"}
            </Button>
          )}
          <Button variant="default" aria-disabled={isBusy || undefined} onClick={() => void confirmDeletion()}>
            Delete the article
          </Button>
        </Group>
      </Stack>
      {form.times > 0 && (
        <TimeForm
          key={form.times}
          title="When is it published?"
          help="A time that has passed publishes the article at once, as of that day."
          label="Published on"
          saveLabel={state === "published" ? "Change" : "Publish"}
          time={publishedAt}
          isOpen={form.isOpen}
          onClose={() => setForm({ ...form, isOpen: false })}
          onSave={async (at) => {
            await publish(at);
            setForm({ ...form, isOpen: false });
          }}
        />
      )}
      {dialog}
    </AdminPanel>
  );
}

function StateWords({ article: { state, publishedAt, text }, isDirty }: { article: ArticleDetail; isDirty: boolean }) {
  const { minuteOf } = useShopTime();
  if (state === "draft") {
    const isWritten = text !== "";
    return (
      <Text>
        {isDirty || !isWritten
          ? "Only you see this draft. Save it before you publish it."
          : "Only you see this draft. Customers see it once it is published."}
      </Text>
    );
  }
  const time = publishedAt === null ? "" : minuteOf(publishedAt);
  return (
    <Text>
      {state === "planned" ? `Customers see it from ${time} on.` : `Customers see it. Published on ${time}.`}
      {isDirty && " Save your changes before you change the time."}
    </Text>
  );
}

/** Each rejects after a failure, of which it has told. */
function useActs({ _id: id, version }: ArticleDetail) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const refresh = () => {
    void utils.admin.journal.list.invalidate();
    void utils.journal.invalidate();
  };
  const onError = (error: unknown) => {
    notify.error(messageOf(error, "Nothing was changed. Please try again."));
    void utils.admin.journal.byId.invalidate({ id });
  };
  const onSuccess = (article: ArticleDetail) => {
    utils.admin.journal.byId.setData({ id }, article);
    refresh();
  };
  const publishing = trpc.admin.journal.publish.useMutation({ onSuccess, onError });
  const unpublishing = trpc.admin.journal.unpublish.useMutation({ onSuccess, onError });
  const deleting = trpc.admin.journal.delete.useMutation({ onSuccess: refresh, onError });
  return {
    publish: async (at: string | null) => {
      const { state } = await publishing.mutateAsync({ id, version, at });
      notify.success(state === "planned" ? "Planned" : "Customers see this article now");
    },
    unpublish: async () => {
      await unpublishing.mutateAsync({ id, version });
      notify.success("It is a draft again");
    },
    remove: async () => {
      const { message } = await deleting.mutateAsync({ id, version });
      notify.success(message);
      void navigate(pages.articleList.path, { replace: true });
    },
    isBusy: publishing.isPending || unpublishing.isPending || deleting.isPending,
  };
}
