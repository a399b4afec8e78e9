import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { notify } from "../../ui/notify.ts";
import { browserMessageOf, makePasskey } from "./passkey.ts";
import { noteSecondFactorNeed } from "./second-factor-need.ts";

type AddPasskeyOptions = {
  /** Whether a refusal was taken care of, after which the same is tried again. */
  onRefused: (error: unknown, retry: () => void) => boolean;
  onAdded: () => void;
};

/** Adds a passkey of this device: asks the server, then the browser, then the server again. */
export function useAddPasskey({ onRefused, onAdded }: AddPasskeyOptions): {
  add: () => Promise<void>;
  isPending: boolean;
} {
  const utils = trpc.useUtils();
  const begin = trpc.account.passkeys.begin.useMutation();
  const finish = trpc.account.passkeys.add.useMutation();
  async function add(): Promise<void> {
    try {
      const { message } = await finish.mutateAsync(await makePasskey(await begin.mutateAsync()));
      noteSecondFactorNeed(false);
      notify.withdrawErrors();
      notify.success(message);
      await utils.account.invalidate();
      onAdded();
    } catch (error) {
      if (onRefused(error, () => void add())) return;
      notify.error(browserMessageOf(error) ?? messageOf(error, "The passkey could not be added. Please try again."));
    }
  }
  return { add, isPending: begin.isPending || finish.isPending };
}
