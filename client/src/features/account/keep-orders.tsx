import { Button } from "@mantine/core";
import { useNavigate } from "react-router-dom";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { resetPasswordPath } from "../../lib/paths.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { notify } from "../../ui/notify.ts";
import { Panel } from "../../ui/panel.tsx";
import type { AccountState } from "./account-state.ts";
import classes from "./passkey-offer.module.css";
import { useAddPasskey } from "./use-add-passkey.ts";
import { useCanMakePasskey } from "./use-can-make-passkey.ts";

/** Offers a guest customer an account with the orders: by a passkey of this device, or by a password with a mailed code. */
export function KeepOrders({ email }: { email: string }) {
  const isAble = useCanMakePasskey();
  const navigate = useNavigate();
  const oneAtATime = useOneAtATime();
  const passkey = useAddPasskey({ onRefused: () => false, onAdded: () => undefined });
  const code = trpc.account.requestPasswordReset.useMutation({
    onSuccess: () => {
      notify.withdrawErrors();
      const state: AccountState = { email, done: `We have sent a code to ${email}.` };
      void navigate(resetPasswordPath, { state });
    },
    onError: (error) => notify.error(messageOf(error, "The code could not be sent. Please try again.")),
  });
  return (
    <Panel component="section" className={classes.offer} aria-labelledby="keep-orders">
      <h2 id="keep-orders" className={classes.title}>
        Keep your orders in an account
      </h2>
      <p className={classes.text}>
        Until then, the links in our mails to {email} open them.
        {isAble && " With your fingerprint, your face or the PIN of this device, it is one press."}
      </p>
      <div className={classes.buttons}>
        {isAble && (
          <Button
            variant="default"
            aria-disabled={passkey.isPending || undefined}
            onClick={() => oneAtATime(passkey.add)}
          >
            {passkey.isPending ? "One moment…" : "Make a passkey"}
          </Button>
        )}
        <Button
          variant="default"
          aria-disabled={code.isPending || undefined}
          onClick={() => oneAtATime(() => code.mutateAsync({ email }))}
        >
          {code.isPending ? "Sending a code…" : "Choose a password"}
        </Button>
      </div>
    </Panel>
  );
}
