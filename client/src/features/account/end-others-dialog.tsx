import { useEffect } from "react";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { notify } from "../../ui/notify.ts";

type EndOthersDialogProps = { onClose: () => void };

/** Offers to sign out all other devices, if there are any, after the ways to sign in have changed. */
export function EndOthersDialog({ onClose }: EndOthersDialogProps) {
  const utils = trpc.useUtils();
  const sessions = trpc.account.sessions.useQuery();
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent).length;
  const endOthers = trpc.account.endOtherSessions.useMutation({
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(messageOf(error, "That did not work. Please try again on your profile.")),
    onSettled: () => utils.account.sessions.invalidate(),
  });
  const isNeedless = others === 0 || sessions.isError;
  useEffect(() => {
    if (isNeedless) onClose();
  }, [isNeedless, onClose]);

  if (others === undefined || isNeedless) return null;
  return (
    <ConfirmDialog
      question="Sign out your other devices?"
      about={others === 1 ? "You are signed in on one other device." : `You are signed in on ${others} other devices.`}
      consequence="How you sign in has just changed. Devices that are signed in stay so, unless you sign them out."
      yes="Sign them out"
      no="Leave them"
      onAnswer={(isYes) => {
        if (isYes) endOthers.mutate();
        onClose();
      }}
    />
  );
}
