import { Button } from "@mantine/core";
import type { OrderView } from "@shop/shared/order/order-view";
import { useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { orderListPath } from "../../../lib/admin-paths.ts";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { TableFilter } from "../../../ui/data-table/table-tools.tsx";
import { toStay } from "../../../ui/navigation-focus.ts";
import { notify } from "../../../ui/notify.ts";

const SaveViewModal = lazyPart(
  "save-view-modal",
  () => import("./save-view-modal.tsx").then((modal) => modal.SaveViewModal),
  { failed: () => null },
);

/** The parameters of the address that a view holds: what is selected, and its order. */
const names = ["search", "state", "from", "to", "sort"] as const;
/** Those that select orders. */
const selecting = ["search", "state", "from", "to"];

/** The part of an address that views hold, in one notation. */
function toKey(read: (name: (typeof names)[number]) => string | null | undefined): string {
  const params = new URLSearchParams();
  for (const name of names) {
    const value = read(name);
    if (value !== null && value !== undefined && value !== "") params.set(name, value);
  }
  return params.toString();
}

/** Opens, saves and removes the views of the order list, which all admins share. */
export function SavedViews() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { data: views = [] } = trpc.admin.orders.views.useQuery(undefined, cachedBriefly);
  const [isSaving, setSaving] = useState(false);
  const { remove, dialog } = useRemoval();
  const button = useRef<HTMLButtonElement>(null);
  const now = toKey((name) => params.get(name));
  const shown = views.find(({ parameters }) => toKey((name) => parameters[name]) === now);
  const canSave = selecting.some((name) => (params.get(name) ?? "") !== "");

  function open(id: string | undefined): void {
    const view = views.find(({ _id }) => _id === id);
    const query = view === undefined ? "" : toKey((name) => view.parameters[name]);
    void navigate(orderListPath + (query === "" ? "" : `?${query}`), { preventScrollReset: true, state: toStay });
  }
  return (
    <>
      <TableFilter
        label="Saved view"
        value={shown?._id}
        onChange={open}
        all={views.length === 0 ? "None yet" : "None"}
        options={views.map(({ _id, name }) => ({ value: _id, label: name }))}
      />
      <Button
        ref={button}
        variant="default"
        aria-disabled={(shown === undefined && !canSave) || undefined}
        onClick={() => {
          if (shown !== undefined) void remove(shown);
          else if (canSave) setSaving(true);
          else notify.error("Choose a filter or search for something first");
        }}
      >
        {shown === undefined ? "Save view" : "Remove view"}
      </Button>
      {isSaving && (
        <SaveViewModal
          parameters={Object.fromEntries(new URLSearchParams(now))}
          onClose={() => setSaving(false)}
          fallbackFocus={button}
        />
      )}
      {dialog}
    </>
  );
}

function useRemoval() {
  const utils = trpc.useUtils();
  const { ask, dialog } = useConfirm();
  const removal = trpc.admin.orders.removeView.useMutation({
    onSuccess: () => notify.success("View removed"),
    onError: (error) => notify.error(messageOf(error, "Update failed")),
    onSettled: () => utils.admin.orders.views.invalidate(),
  });
  async function remove({ _id, name }: OrderView): Promise<void> {
    const consequence = "It is removed for all administrators. No order is changed.";
    if (await ask({ question: "Remove this view?", about: name, consequence, yes: "Remove", isDanger: true })) {
      removal.mutate({ id: _id });
    }
  }
  return { remove, dialog };
}
