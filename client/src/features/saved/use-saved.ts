import type { SavedList, WhenSaved } from "@shop/shared/account/saved";
import { savedItemsMax } from "@shop/shared/shop";
import { useEffect, useState } from "react";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { joinSaved } from "./join-saved.ts";
import { browserSaved, useBrowserSaved } from "./saved-store.ts";

export type Saved = {
  /** The newest first; `undefined` while they load. */
  ids: readonly string[] | undefined;
  /** What the products of an account were like when they were saved, as far as it is known. */
  whenSaved: readonly WhenSaved[];
  /** The end of the link to the list, where it is shared. */
  token: string | null;
  isGuest: boolean;
  /** Why they could not be loaded, with the way to try again. */
  loading: { error: unknown; retry: () => void; isRetrying: boolean };
  /** Saves a product in front of the others, or puts it back at its place. */
  save: (id: string, place?: number) => void;
  remove: (id: string) => void;
  /** Why the last product was not saved or removed. */
  refusal: string | undefined;
};

/** What is saved: of the account, or of the browser of a guest. */
export function useSaved(isGuest: boolean): Saved {
  const inBrowser = useBrowserSaved();
  const list = trpc.saved.list.useQuery(undefined, { ...cachedBriefly, enabled: !isGuest });
  const [refusal, setRefusal] = useState<string>();
  const utils = trpc.useUtils();
  useEffect(() => {
    if (!isGuest && inBrowser.length > 0) joinSaved(utils);
  }, [isGuest, inBrowser, utils]);

  const optimistic = (change: (ids: string[], id: string, place: number) => string[]) => ({
    onMutate: async ({ productId, place = 0 }: { productId: string; place?: number }) => {
      setRefusal(undefined);
      await utils.saved.list.cancel();
      utils.saved.list.setData(
        undefined,
        (saved) => saved && { ...saved, productIds: change(saved.productIds, productId, place) },
      );
    },
    onSuccess: (saved: SavedList) => utils.saved.list.setData(undefined, saved),
    onError: (error: unknown) => {
      setRefusal(messageOf(error, "The list could not be changed"));
      void utils.saved.list.invalidate();
    },
  });
  const save = trpc.saved.save.useMutation(
    optimistic((ids, id, place) => (ids.includes(id) ? ids : ids.toSpliced(place, 0, id))),
  );
  const remove = trpc.saved.remove.useMutation(optimistic((ids, id) => ids.filter((each) => each !== id)));

  function saveInBrowser(id: string, place?: number) {
    const isFull = inBrowser.length >= savedItemsMax;
    setRefusal(isFull ? `You can save at most ${savedItemsMax} products. Remove one first.` : undefined);
    if (!isFull) browserSaved.save(id, place);
  }

  return {
    ids: isGuest ? inBrowser : list.data?.productIds,
    whenSaved: isGuest ? [] : (list.data?.whenSaved ?? []),
    token: list.data?.token ?? null,
    isGuest,
    loading: { error: isGuest ? null : list.error, retry: () => void list.refetch(), isRetrying: list.isFetching },
    save: (id, place) =>
      isGuest ? saveInBrowser(id, place) : save.mutate({ productId: id, ...(place === undefined ? {} : { place }) }),
    remove: (id) => (isGuest ? browserSaved.remove(id) : remove.mutate({ productId: id })),
    refusal,
  };
}
