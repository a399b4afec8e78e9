import { Button, Group, Stack, Text } from "@mantine/core";
import type { HomeLayoutDetail } from "@shop/shared/page/home-layout";
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

// Lazy, because the form depends on the validation library.
const TimeForm = lazyPart("time-form", () => import("../parts/time-form.tsx").then((form) => form.TimeForm), {
  failed: MissingModal,
});

type PublishLayoutProps = {
  saved: HomeLayoutDetail;
  /** Whether there are changes, which are saved first. */
  isDirty: boolean;
  save: () => Promise<HomeLayoutDetail>;
};

/** Puts a layout in force now or at a time, and takes back what is planned. */
export function PublishLayout({ saved, isDirty, save }: PublishLayoutProps) {
  const { minuteOf } = useShopTime();
  const [form, setForm] = useState({ isOpen: false, times: 0 });
  const { publish, unplan, isBusy } = useActs(saved);
  const { ask, dialog } = useConfirm();
  const oneAtATime = useOneAtATime();
  const current = async () => (isDirty ? await save() : saved);
  const publishNow = async () => {
    const isSure = await ask({
      question: "Show this Home to customers?",
      about: saved.name,
      consequence: "It takes the place of the one that they see now, which you can use again.",
      yes: "Publish",
    });
    if (isSure) oneAtATime(async () => publish(await current(), null));
  };
  return (
    <Stack gap="sm">
      {saved.state === "planned" && saved.startsAt !== null && (
        <Text>Customers see it from {minuteOf(saved.startsAt)} on.</Text>
      )}
      <Group gap="sm">
        <Button variant="default" aria-disabled={isBusy || undefined} onClick={() => void publishNow()}>
          Publish now
        </Button>
        <Button variant="default" onClick={() => setForm(({ times }) => ({ isOpen: true, times: times + 1 }))}>
          {saved.state === "planned" ? "Change the time" : "Plan a time"}
        </Button>
        {saved.state === "planned" && (
          <Button
            variant="default"
            aria-disabled={isBusy || undefined}
            onClick={() => oneAtATime(async () => unplan(await current()))}
          >
            Do not publish
          </Button>
        )}
      </Group>
      {form.times > 0 && (
        <TimeForm
          key={form.times}
          title="When should customers see it?"
          help="It stays until another one is published."
          label="From"
          saveLabel="Plan"
          time={saved.startsAt}
          isOpen={form.isOpen}
          onClose={() => setForm({ ...form, isOpen: false })}
          onSave={async (at) => {
            await publish(await current(), at);
            setForm({ ...form, isOpen: false });
          }}
        />
      )}
      {dialog}
    </Stack>
  );
}

/** Each rejects after a failure, of which it has told. */
function useActs({ _id: id }: HomeLayoutDetail) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const options = {
    onSuccess: (layout: HomeLayoutDetail) => {
      utils.admin.home.byId.setData({ id }, layout);
      void utils.admin.home.list.invalidate();
      void utils.catalog.invalidate();
    },
    onError: (error: unknown) => notify.error(messageOf(error, "Nothing was changed. Please try again.")),
  };
  const publishing = trpc.admin.home.publish.useMutation(options);
  const unplanning = trpc.admin.home.unplan.useMutation(options);
  return {
    publish: async ({ version }: HomeLayoutDetail, at: string | null) => {
      await publishing.mutateAsync({ id, version, at });
      notify.success(at === null ? "Customers see this Home now" : "Planned");
      if (at === null) void navigate(pages.homeLayoutList.path);
    },
    unplan: async ({ version }: HomeLayoutDetail) => {
      await unplanning.mutateAsync({ id, version });
      notify.success("It is a draft again");
    },
    isBusy: publishing.isPending || unplanning.isPending,
  };
}
