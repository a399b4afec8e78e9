import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import type { MenuOrder as Order } from "@shop/shared/catalog/admin-catalog";
import { menuPositionMax } from "@shop/shared/shop";
import { useState } from "react";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useLeaveGuard } from "../../../lib/use-leave-guard.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { notify } from "../../../ui/notify.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { LeaveDialog } from "../parts/leave-dialog.tsx";
import { OrderedList } from "../parts/ordered-list.tsx";
import type { TaxonomyTexts } from "./texts.ts";

type Term = Order["placed"][number];

/** The order of brands or categories in the menu and on Home: dragged, or moved by buttons. */
export function MenuOrder({ texts }: { texts: TaxonomyTexts }) {
  const { many, api } = texts;
  const order = api.menuOrder.useQuery();
  return (
    <AdminPanel title="Order in the menu">
      {order.data !== undefined ? (
        // Another order that was saved meanwhile replaces the one on the screen.
        <OrderForm key={order.data.placed.map(({ _id }) => _id).join()} texts={texts} saved={order.data} />
      ) : order.isError ? (
        <ErrorAlert
          message={messageOf(order.error, `Failed to load the order of ${many}`)}
          onRetry={() => void order.refetch()}
          isRetrying={order.isFetching}
        />
      ) : (
        <Skeleton height="8rem" />
      )}
    </AdminPanel>
  );
}

function OrderForm({ texts: { taxonomy, many, api, utilsOf }, saved }: { texts: TaxonomyTexts; saved: Order }) {
  const [placed, setPlaced] = useState(saved.placed);
  const [announcement, setAnnouncement] = useState("");
  const utils = trpc.useUtils();
  const save = api.orderMenu.useMutation({
    onSuccess: (now) => {
      utilsOf(utils).menuOrder.setData(undefined, now);
      void utilsOf(utils).byId.invalidate();
      void utils.catalog.invalidate();
      notify.success("Order saved");
    },
    onError: (error) => notify.error(messageOf(error, "The order could not be saved")),
  });
  const isDirty = placed.map(({ _id }) => _id).join() !== saved.placed.map(({ _id }) => _id).join();
  const held = useLeaveGuard(isDirty && !save.isSuccess);
  const others = [...saved.placed, ...saved.others].filter((term) => !placed.some(({ _id }) => _id === term._id));
  const move = (from: number, to: number) => {
    const term = placed[from];
    if (term === undefined || to < 0 || to >= placed.length) return;
    setPlaced(placed.toSpliced(from, 1).toSpliced(to, 0, term));
    setAnnouncement(`${term.name} is number ${to + 1} of ${placed.length}`);
  };
  return (
    <Stack gap="md">
      <Text>These come first, in the menu and on Home. The other {many} follow by their number of products.</Text>
      {placed.length > 0 && (
        <OrderedList
          items={placed}
          from="the order"
          onMove={move}
          onRemove={(term) => {
            setPlaced(placed.filter(({ _id }) => _id !== term._id));
            setAnnouncement(`${term.name} has no place of its own any more`);
          }}
        />
      )}
      <Text role="status" fz="sm" c="dimmed">
        {announcement}
      </Text>
      <Group gap="sm" align="flex-end">
        {others.length > 0 && placed.length < menuPositionMax && (
          <AddTerm
            taxonomy={taxonomy}
            others={others}
            onAdd={(term) => {
              setPlaced([...placed, term]);
              setAnnouncement(`${term.name} is number ${placed.length + 1}`);
            }}
          />
        )}
        <Button
          aria-disabled={!isDirty || save.isPending || undefined}
          data-disabled={!isDirty}
          onClick={() => {
            if (isDirty && !save.isPending) save.mutate({ ids: placed.map(({ _id }) => _id) });
          }}
        >
          {save.isPending ? "Saving…" : "Save order"}
        </Button>
      </Group>
      <LeaveDialog held={held} />
    </Stack>
  );
}

type AddTermProps = { taxonomy: string; others: Term[]; onAdd: (term: Term) => void };

/** A button of its own adds the choice, because arrow keys choose one after the other. */
function AddTerm({ taxonomy, others, onAdd }: AddTermProps) {
  const [chosen, setChosen] = useState("");
  const term = others.find(({ _id }) => _id === chosen);
  return (
    <>
      <NativeSelect
        label={`Another ${taxonomy}`}
        value={term === undefined ? "" : chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={[
          { value: "", label: `Choose a ${taxonomy}` },
          ...others.map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
      />
      <Button
        variant="default"
        aria-disabled={term === undefined || undefined}
        onClick={() => {
          if (term !== undefined) onAdd(term);
        }}
      >
        Add
      </Button>
    </>
  );
}
