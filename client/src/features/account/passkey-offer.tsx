import { Button } from "@mantine/core";
import { useState } from "react";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { trpc } from "../../lib/trpc.ts";
import { Panel } from "../../ui/panel.tsx";
import classes from "./passkey-offer.module.css";
import { useAddPasskey } from "./use-add-passkey.ts";
import { useCanMakePasskey } from "./use-can-make-passkey.ts";
import { useConfirmedIdentity } from "./use-confirmed-identity.tsx";
import { useEndOthersOffer } from "./use-end-others-offer.tsx";

const dismissedKey = "passkeyOfferDismissed";

function isDismissed(): boolean {
  try {
    return localStorage.getItem(dismissedKey) !== null;
  } catch {
    return false;
  }
}

/** Offers a passkey to a customer without one, if this device can make it and the offer was not dismissed here. */
export function PasskeyOffer() {
  const [isWanted, setWanted] = useState(() => !isDismissed());
  const isAble = useCanMakePasskey();
  const passkeys = trpc.account.passkeys.list.useQuery(undefined, { enabled: isWanted && isAble });
  const oneAtATime = useOneAtATime();
  const identity = useConfirmedIdentity("to add a passkey");
  const others = useEndOthersOffer();
  const { add, isPending } = useAddPasskey({ onRefused: identity.asksFor, onAdded: others.offer });

  function dismiss(): void {
    setWanted(false);
    try {
      localStorage.setItem(dismissedKey, "yes");
    } catch {
      // Storage is blocked: the offer is gone until the page loads again.
    }
  }

  if (!isWanted || passkeys.data?.length !== 0) return others.dialog;
  return (
    <Panel component="section" className={classes.offer} aria-labelledby="passkey-offer">
      <h2 id="passkey-offer" className={classes.title}>
        Sign in without a password next time
      </h2>
      <p className={classes.text}>Use your fingerprint, your face or the PIN of this device.</p>
      <div className={classes.buttons}>
        <Button variant="default" aria-disabled={isPending || undefined} onClick={() => oneAtATime(add)}>
          {isPending ? "Adding…" : "Add a passkey"}
        </Button>
        <Button variant="subtle" onClick={dismiss}>
          Not now
        </Button>
      </div>
      {identity.dialog}
    </Panel>
  );
}
