import { Button } from "@mantine/core";
import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { IconTrash } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { loginPath, productsPath, savedPath } from "../../lib/paths.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import classes from "./saved-list.module.css";
import { SavedProducts } from "./saved-products.tsx";
import { ShareList } from "./share-list.tsx";
import { type Saved, useSaved } from "./use-saved.ts";

type Removal = { id: string; name: string; place: number };

type SavedListProps = { isGuest: boolean; onAdd: (product: ProductSummary) => void };

/** What is saved, with the ways to remove and to share it. */
export function SavedList({ isGuest, onAdd }: SavedListProps) {
  const saved = useSaved(isGuest);
  const { ids, loading } = saved;
  if (ids === undefined) {
    return loading.error === null ? (
      <Skeleton height="60vh" />
    ) : (
      <ErrorAlert
        message={messageOf(loading.error, "Failed to load saved items")}
        onRetry={loading.retry}
        isRetrying={loading.isRetrying}
      />
    );
  }
  return <OpenList saved={saved} ids={ids} onAdd={onAdd} />;
}

type OpenListProps = Pick<SavedListProps, "onAdd"> & { saved: Saved; ids: readonly string[] };

function OpenList({ saved, ids, onAdd }: OpenListProps) {
  const { isGuest, token, refusal } = saved;
  const [removal, setRemoval] = useState<Removal>();
  const undoable = removal === undefined || ids.includes(removal.id) ? undefined : removal;
  const note = undoable && (
    <RemovedNote
      key={undoable.id}
      name={undoable.name}
      onUndo={() => {
        saved.save(undoable.id, undoable.place);
        setRemoval(undefined);
      }}
    />
  );
  return (
    <div className={classes.page}>
      {refusal !== undefined && <ErrorAlert message={refusal} />}
      {ids.length === 0 ? (
        <>
          {note}
          <EmptyState
            illustration="bag"
            text="You have not saved anything yet"
            help="Press the heart of a product to find it here again."
            action={
              <Button component={PrefetchLink} to={productsPath} variant="default">
                See all products
              </Button>
            }
          />
        </>
      ) : (
        <SavedProducts
          ids={ids}
          whenSaved={saved.whenSaved}
          onAdd={onAdd}
          inserted={undoable && { place: undoable.place, content: note }}
          controls={(id, name) => (
            <button
              type="button"
              className={classes.remove}
              aria-label={`Remove ${name}`}
              onClick={() => {
                setRemoval({ id, name, place: ids.indexOf(id) });
                saved.remove(id);
              }}
            >
              <IconTrash size={20} aria-hidden="true" />
            </button>
          )}
        />
      )}
      {isGuest ? (
        <p className={classes.hint}>
          These items are saved in this browser. <PrefetchLink to={loginPath(savedPath)}>Sign in</PrefetchLink> to find
          them on all of your devices, to see when a price falls, and to share the list.
        </p>
      ) : (
        ids.length > 0 && <ShareList token={token} />
      )}
    </div>
  );
}

/** Takes the place of a removed row and offers undo, until another row is removed. */
function RemovedNote({ name, onUndo }: { name: string; onUndo: () => void }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The remove button unmounted with its row.
    button.current?.focus();
  }, []);
  return (
    <div className={classes.removed}>
      <p id={id}>
        <strong>{name}</strong> removed
      </p>
      <Button ref={button} variant="default" aria-describedby={id} onClick={onUndo}>
        Undo
      </Button>
    </div>
  );
}
