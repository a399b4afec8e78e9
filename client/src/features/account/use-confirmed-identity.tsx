import { type ReactNode, useState } from "react";
import { hasCode } from "../../lib/request-failure.ts";
import { PasswordDialog } from "./lazy-password-dialog.ts";

type ConfirmedIdentity = {
  /** Opens the dialog if a refusal asks for the password, and says so. */
  asksFor: (error: unknown, act: () => void) => boolean;
  dialog: ReactNode;
};

/**
 * For changes that need a fresh password. `asksFor` opens the dialog if that is why an act was refused, and says so;
 * the act runs again once the user has confirmed who they are. The screen renders `dialog`; `purpose` is its reason, as
 * "to delete your account". With `isPasswordAsked` a passkey is not enough.
 */
export function useConfirmedIdentity(purpose: string, isPasswordAsked = false): ConfirmedIdentity {
  const [waiting, setWaiting] = useState<{ act: () => void } | null>(null);
  return {
    asksFor: (error, act) => {
      if (!hasCode(error, "REAUTH_REQUIRED")) return false;
      setWaiting({ act });
      return true;
    },
    dialog: waiting !== null && (
      <PasswordDialog
        purpose={purpose}
        isPasswordAsked={isPasswordAsked}
        onClose={() => setWaiting(null)}
        onConfirmed={() => {
          setWaiting(null);
          waiting.act();
        }}
      />
    ),
  };
}
