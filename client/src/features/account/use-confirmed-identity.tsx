import { type ReactNode, useState } from "react";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { hasCode } from "../../lib/request-failure.ts";
import { missingPart } from "../../ui/missing-part.tsx";

// Lazy because it is seldom needed, and dialogs are large.
const PasswordDialog = lazyPart(
  "password-dialog",
  () => import("./password-dialog.tsx").then((part) => part.PasswordDialog),
  {
    failed: missingPart("Your password could not be asked for. Nothing was changed."),
  },
);

/**
 * For changes that need a fresh password. `asksFor` opens the dialog if that is why an act was refused, and says so;
 * the act runs again once the user has confirmed who they are. The screen renders `dialog`.
 */
export function useConfirmedIdentity(): { asksFor: (error: unknown, act: () => void) => boolean; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<{ act: () => void } | null>(null);
  return {
    asksFor: (error, act) => {
      if (!hasCode(error, "REAUTH_REQUIRED")) return false;
      setWaiting({ act });
      return true;
    },
    dialog: waiting !== null && (
      <PasswordDialog
        onClose={() => setWaiting(null)}
        onConfirmed={() => {
          setWaiting(null);
          waiting.act();
        }}
      />
    ),
  };
}
