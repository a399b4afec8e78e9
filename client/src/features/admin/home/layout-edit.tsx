import "../../../ui/mantine-styles.ts";
import { Group, Text, TextInput } from "@mantine/core";
import type { HomeLayoutDetail, ShownBlock } from "@shop/shared/page/home-layout";
import { homeBlocksMax, layoutNameLength } from "@shop/shared/page/home-layout-edit";
import { type ReactNode, useMemo, useState } from "react";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { hasCode, messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useLeaveGuard } from "../../../lib/use-leave-guard.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { notify } from "../../../ui/notify.ts";
import { useShopTime } from "../../../ui/shop-time.ts";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { EditPanel } from "../parts/edit-panel.tsx";
import { EditSkeleton } from "../parts/edit-skeleton.tsx";
import { LeaveDialog } from "../parts/leave-dialog.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import { BlockList } from "./block-list.tsx";
import { HomePreview } from "./home-preview.tsx";
import { toDraft, toLayout } from "./layout-draft.ts";
import classes from "./layout-edit.module.css";
import { NewLayout } from "./new-layout.tsx";
import { PublishLayout } from "./publish-layout.tsx";

type RenderBlocks = (blocks: readonly ShownBlock[]) => ReactNode;

/** The edit screen of a layout of Home. */
export function LayoutEdit({ id, render }: { id: string; render: RenderBlocks }) {
  const layout = trpc.admin.home.byId.useQuery({ id }, cachedForEditing);
  if (layout.data !== undefined) {
    const { data } = layout;
    const isOpen = data.state === "draft" || data.state === "planned";
    return isOpen ? <Editor saved={data} render={render} /> : <Published layout={data} render={render} />;
  }
  if (!layout.isError) return <EditSkeleton fields={3} />;
  return (
    <ErrorAlert
      message={messageOf(layout.error, "The layout could not be loaded")}
      onRetry={() => void layout.refetch()}
      isRetrying={layout.isFetching}
    />
  );
}

function Editor({ saved, render }: { saved: HomeLayoutDetail; render: RenderBlocks }) {
  const [draft, setDraft] = useState(() => toDraft(saved));
  // As it is stored: without blanks around the name.
  const { save, isSaving } = useSave(saved, (stored) => setDraft(toDraft(stored)));
  // The preview is asked for when it changes.
  const layout = useMemo(() => toLayout(draft), [draft]);
  const isDirty = JSON.stringify(layout) !== JSON.stringify(toLayout(toDraft(saved)));
  const held = useLeaveGuard(isDirty && !isSaving);
  return (
    <div className={classes.columns}>
      <EditPanel
        bar={<SaveBar isDirty={isDirty} isSaving={isSaving} onSave={() => void save(layout).catch(() => undefined)} />}
      >
        <TextInput
          label="Name"
          description="For you alone; customers do not see it."
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoComplete="off"
          maxLength={layoutNameLength}
          required
          value={draft.name}
          error={draft.name.trim() === "" ? "A layout needs a name" : undefined}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <BlockList blocks={draft.blocks} max={homeBlocksMax} onChange={(blocks) => setDraft({ ...draft, blocks })} />
        <PublishLayout saved={saved} isDirty={isDirty} save={() => save(layout)} />
      </EditPanel>
      <div className={classes.preview}>
        <HomePreview blocks={layout.blocks} render={render} />
      </div>
      <LeaveDialog held={held} />
    </div>
  );
}

/** What customers saw stays as it was. */
function Published({ layout, render }: { layout: HomeLayoutDetail; render: RenderBlocks }) {
  const { minuteOf } = useShopTime();
  const { _id, name, state, startsAt, blocks } = layout;
  return (
    <div className={classes.columns}>
      <AdminPanel title={name}>
        <Text>
          {state === "shown" ? "Customers see this Home" : "Customers saw this Home"}
          {startsAt !== null && ` from ${minuteOf(startsAt)} on`}. To change it, make a draft of it and publish that.
        </Text>
        <Group>
          <NewLayout from={_id} name={name} label="Make a draft of it" />
        </Group>
      </AdminPanel>
      <div className={classes.preview}>
        <HomePreview blocks={blocks} render={render} />
      </div>
    </div>
  );
}

/** Rejects after a failure, of which it has told. */
function useSave({ _id: id, version }: HomeLayoutDetail, onSaved: (stored: HomeLayoutDetail) => void) {
  const utils = trpc.useUtils();
  const mutation = trpc.admin.home.save.useMutation({
    onSuccess: (stored) => {
      utils.admin.home.byId.setData({ id }, stored);
      void utils.admin.home.list.invalidate();
      onSaved(stored);
      notify.success("Layout saved");
    },
    onError: (error) => {
      if (!hasCode(error, "STALE")) return notify.error(messageOf(error, "The layout could not be saved"));
      void utils.admin.home.byId.invalidate({ id });
      notify.error("Someone else saved this meanwhile. Save again to replace it, or load the page again to see it.");
    },
  });
  return {
    save: (layout: ReturnType<typeof toLayout>) => mutation.mutateAsync({ id, ...layout, version }),
    isSaving: mutation.isPending,
  };
}
