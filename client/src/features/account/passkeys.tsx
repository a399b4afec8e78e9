import { Button } from "@mantine/core";
import type { PasskeyRecord } from "@shop/shared/account/passkey";
import { useState } from "react";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { accountAccessPath } from "../../lib/paths.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { Day } from "../../ui/day.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { missingPart } from "../../ui/missing-part.tsx";
import { notify } from "../../ui/notify.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { browserSupportsWebAuthn } from "./passkey.ts";
import classes from "./sessions.module.css";
import { useAddPasskey } from "./use-add-passkey.ts";
import { useConfirmedIdentity } from "./use-confirmed-identity.tsx";
import { useEndOthersOffer } from "./use-end-others-offer.tsx";

// Lazy because dialogs are large.
const RemovePasskeyDialog = lazyPart(
  "remove-passkey-dialog",
  () => import("./remove-passkey-dialog.tsx").then((part) => part.RemovePasskeyDialog),
  { failed: missingPart("The question could not be loaded. Nothing was changed.") },
);

/** The user's passkeys, with buttons to add and to remove one. */
export function Passkeys() {
  const passkeys = trpc.account.passkeys.list.useQuery();
  const oneAtATime = useOneAtATime();
  const identity = useConfirmedIdentity("to change your passkeys");
  const others = useEndOthersOffer();
  const { add, isPending } = useAddPasskey({ onRefused: identity.asksFor, onAdded: others.offer });
  return (
    <section className={classes.sessions} aria-labelledby="passkeys">
      <h2 id="passkeys" className={classes.title}>
        Passkeys
      </h2>
      <p className={classes.details}>
        Sign in with your fingerprint, your face or the PIN of your device instead of your password.
      </p>
      {passkeys.data !== undefined ? (
        <PasskeyList passkeys={passkeys.data} asksFor={identity.asksFor} onRemoved={others.offer} />
      ) : passkeys.isError ? (
        <ErrorAlert
          message={messageOf(passkeys.error, "Failed to load your passkeys")}
          onRetry={() => void passkeys.refetch()}
          isRetrying={passkeys.isFetching}
        />
      ) : (
        <Skeleton height="4rem" />
      )}
      {browserSupportsWebAuthn() ? (
        <Button variant="default" aria-disabled={isPending || undefined} onClick={() => oneAtATime(add)}>
          {isPending ? "Adding…" : "Add a passkey"}
        </Button>
      ) : (
        <p className={classes.details}>This browser cannot make passkeys.</p>
      )}
      {identity.dialog}
      {others.dialog}
    </section>
  );
}

type PasskeyListProps = Pick<ReturnType<typeof useConfirmedIdentity>, "asksFor"> & {
  passkeys: PasskeyRecord[];
  onRemoved: () => void;
};

function PasskeyList({ passkeys, asksFor, onRemoved }: PasskeyListProps) {
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const [isAsked, ask] = useState<PasskeyRecord | null>(null);
  const removal = trpc.account.passkeys.remove.useMutation({
    onSuccess: ({ message }) => {
      notify.success(message);
      onRemoved();
    },
    onError: (error, input) => {
      if (asksFor(error, () => removal.mutate(input))) return;
      notify.error(messageOf(error, "That did not work. Please try again."));
    },
    onSettled: () => utils.account.invalidate(),
  });

  if (passkeys.length === 0) return <p>You have no passkey yet.</p>;
  return (
    <>
      <ul className={classes.list}>
        {passkeys.map((passkey) => (
          <li key={passkey._id} className={classes.session}>
            <div>
              <p className={classes.device}>{passkey.name}</p>
              <p className={classes.details}>
                <span>
                  Added <Day time={passkey.createdAt} />
                </span>
                {passkey.isSuspended && <PrefetchLink to={accountAccessPath}>Suspended</PrefetchLink>}
                {passkey.lastUsedAt === null ? (
                  <span>Not used yet</span>
                ) : (
                  <span>
                    Last used <Day time={passkey.lastUsedAt} />
                  </span>
                )}
              </p>
            </div>
            <Button
              variant="default"
              size="sm"
              aria-label={`Remove the passkey of ${passkey.name}`}
              onClick={() => ask(passkey)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {isAsked !== null && (
        <RemovePasskeyDialog
          name={isAsked.name}
          onAnswer={(isYes) => {
            ask(null);
            if (isYes) oneAtATime(() => removal.mutateAsync({ id: isAsked._id }));
          }}
        />
      )}
    </>
  );
}
