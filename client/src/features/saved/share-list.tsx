import { Button } from "@mantine/core";
import type { SavedList } from "@shop/shared/account/saved";
import { useId } from "react";
import { sharedListPath } from "../../lib/paths.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { notify } from "../../ui/notify.ts";
import { useShop } from "../../ui/shop-identity.ts";
import classes from "./saved-list.module.css";

/** Makes the link to the list, shows it, and withdraws it. */
export function ShareList({ token }: { token: string | null }) {
  const id = useId();
  const { origin } = useShop();
  const utils = trpc.useUtils();
  const options = (done: string) => ({
    onSuccess: (saved: SavedList) => {
      utils.saved.list.setData(undefined, saved);
      notify.withdrawErrors();
      notify.success(done);
    },
    onError: (error: unknown) => notify.error(messageOf(error, "The link could not be changed")),
  });
  const share = trpc.saved.share.useMutation(options("The list is shared"));
  const end = trpc.saved.endSharing.useMutation(options("The link works no longer"));
  return (
    <section className={classes.share} aria-labelledby={id}>
      <h2 id={id}>Share this list</h2>
      {token === null ? (
        <>
          <p>You get a link. Whoever has it can see these products, but not who saved them, and cannot change them.</p>
          <Button variant="default" aria-disabled={share.isPending || undefined} onClick={() => share.mutate()}>
            {share.isPending ? "Sharing…" : "Get a link"}
          </Button>
        </>
      ) : (
        <>
          <p>Whoever has this link can see the list. They see what you add later, too.</p>
          <p className={classes.address}>
            <a href={sharedListPath(token)}>{origin + sharedListPath(token)}</a>
          </p>
          <div className={classes.buttons}>
            <CopyButton value={origin + sharedListPath(token)} name="link" />
            <Button variant="default" aria-disabled={end.isPending || undefined} onClick={() => end.mutate()}>
              {end.isPending ? "Stopping…" : "Stop sharing"}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
