import "../../../ui/mantine-styles.ts";
import { Button, Text, TextInput } from "@mantine/core";
import { columnLinksMax, footerColumnsMax, headerLinksMax, shownMenus } from "@shop/shared/page/menu";
import type { MenusDetail } from "@shop/shared/settings/settings";
import { IconPlus } from "@tabler/icons-react";
import { use, useState } from "react";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useLeaveGuard } from "../../../lib/use-leave-guard.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { notify } from "../../../ui/notify.ts";
import { ChangeShopContext } from "../../../ui/shop-identity.ts";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { EditPanel } from "../parts/edit-panel.tsx";
import { EditSkeleton } from "../parts/edit-skeleton.tsx";
import { LeaveDialog } from "../parts/leave-dialog.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import { LinkList } from "./link-list.tsx";
import { type Draft, type DraftColumn, toDraft, toMenus, withItem } from "./menu-draft.ts";

/** The edit screen of the owner's menus. */
export function MenusEdit() {
  const menus = trpc.admin.menus.read.useQuery(undefined, cachedForEditing);
  if (menus.data !== undefined) return <Editor key={menus.data.version} saved={menus.data} />;
  if (!menus.isError) return <EditSkeleton fields={3} />;
  return (
    <ErrorAlert
      message={messageOf(menus.error, "The menus could not be loaded")}
      onRetry={() => void menus.refetch()}
      isRetrying={menus.isFetching}
    />
  );
}

function Editor({ saved }: { saved: MenusDetail }) {
  const [draft, setDraft] = useState(() => toDraft(saved));
  const { save, isSaving } = useSave(saved);
  const isDirty = JSON.stringify(toMenus(draft)) !== JSON.stringify(toMenus(toDraft(saved)));
  const held = useLeaveGuard(isDirty && !isSaving);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  return (
    <>
      <EditPanel bar={<SaveBar isDirty={isDirty} isSaving={isSaving} onSave={() => save(draft)} />}>
        <AdminPanel title="Header">
          <Text c="dimmed" fz="sm">
            A row of links below the header of every page. Without links there is no row.
          </Text>
          <LinkList
            links={draft.header}
            max={headerLinksMax}
            from="the header"
            onChange={(header) => change({ header })}
          />
        </AdminPanel>
        {draft.columns.map((column, place) => (
          <Column
            key={column._id}
            column={column}
            place={place + 1}
            onChange={(changed) => change({ columns: withItem(draft.columns, changed) })}
            onRemove={() => change({ columns: draft.columns.filter(({ _id }) => _id !== column._id) })}
          />
        ))}
        {draft.columns.length < footerColumnsMax && (
          <Button
            w="fit-content"
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            onClick={() =>
              change({ columns: [...draft.columns, { _id: crypto.randomUUID(), title: "More", links: [] }] })
            }
          >
            Add a column to the footer
          </Button>
        )}
      </EditPanel>
      <LeaveDialog held={held} />
    </>
  );
}

type ColumnProps = {
  column: DraftColumn;
  place: number;
  onChange: (column: DraftColumn) => void;
  onRemove: () => void;
};

/** A column of the footer, after the shop's own. */
function Column({ column, place, onChange, onRemove }: ColumnProps) {
  const { title, links } = column;
  return (
    <AdminPanel
      title={`Footer, column ${place}`}
      aside={
        <Button variant="default" aria-label={`Remove column ${place} of the footer`} onClick={onRemove}>
          Remove
        </Button>
      }
    >
      <TextInput
        label="Name of the column"
        autoComplete="off"
        maxLength={40}
        required
        value={title}
        error={title.trim() === "" ? "A column needs a name" : undefined}
        onChange={(event) => onChange({ ...column, title: event.currentTarget.value })}
      />
      <LinkList
        links={links}
        max={columnLinksMax}
        from={`column ${place} of the footer`}
        onChange={(changed) => onChange({ ...column, links: changed })}
      />
    </AdminPanel>
  );
}

/** Saves the menus, and shows them on the page that is open. */
function useSave({ version }: MenusDetail) {
  const utils = trpc.useUtils();
  const changeShop = use(ChangeShopContext);
  const oneAtATime = useOneAtATime();
  const mutation = trpc.admin.menus.save.useMutation({
    onSuccess: (saved) => {
      utils.admin.menus.read.setData(undefined, saved);
      void utils.admin.settings.invalidate();
      changeShop(({ headerMenu: _header, footerMenu: _footer, ...now }) => ({ ...now, ...shownMenus(saved) }));
      notify.success("Menus saved");
    },
    onError: (error) => notify.error(messageOf(error, "The menus could not be saved")),
  });
  return {
    save: (draft: Draft) => oneAtATime(() => mutation.mutateAsync({ ...toMenus(draft), version })),
    isSaving: mutation.isPending,
  };
}
