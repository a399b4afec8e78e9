import type { HeldNavigation } from "../../../lib/use-leave-guard.ts";
import { ConfirmDialog } from "../../../ui/confirm.tsx";

/** Asks before unsaved changes are lost by a navigation, which waits for the answer. */
export function LeaveDialog({ held }: { held: HeldNavigation | undefined }) {
  if (held === undefined) return null;
  return (
    <ConfirmDialog
      question="Leave without saving?"
      consequence="Your changes on this screen will be lost."
      yes="Leave"
      no="Stay"
      isDanger
      onAnswer={(isYes) => (isYes ? held.proceed() : held.reset())}
    />
  );
}
