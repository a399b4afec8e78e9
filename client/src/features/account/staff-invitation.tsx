import { Button } from "@mantine/core";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { notify } from "../../ui/notify.ts";
import { StateAlert } from "../../ui/state-alert.tsx";
import { useConfirmedIdentity } from "./use-confirmed-identity.tsx";

/** An invitation to the staff, which the signed-in user can accept. `onAccepted`: the session has ended. */
export function StaffInvitation({ onAccepted }: { onAccepted: () => void }) {
  const { data: invitation } = trpc.account.staffInvitation.useQuery();
  const identity = useConfirmedIdentity("to join the staff");
  const oneAtATime = useOneAtATime();
  const accept = trpc.account.acceptStaffInvitation.useMutation();
  if (invitation === undefined || invitation === null) return null;
  const join = async () => {
    try {
      await accept.mutateAsync();
      notify.success("You are of the staff now. Please sign in again.");
      onAccepted();
    } catch (error) {
      if (!identity.asksFor(error, () => void join()))
        notify.error(messageOf(error, "The invitation was not accepted"));
    }
  };
  return (
    <section aria-label="Invitation">
      <StateAlert tone="info">
        {invitation.invitedBy} invites you to the staff of this shop. Your role: {invitation.role}.
      </StateAlert>
      <Button mt="sm" aria-disabled={accept.isPending || undefined} onClick={() => oneAtATime(join)}>
        {accept.isPending ? "Joining…" : "Join the staff"}
      </Button>
      {identity.dialog}
    </section>
  );
}
