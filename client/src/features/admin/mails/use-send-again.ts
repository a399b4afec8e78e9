import type { MailRecord } from "@shop/shared/mail";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { notify } from "../../../ui/notify.ts";

/** Sends single mails again, or all that failed, and refreshes the lists of mails. */
export function useSendAgain() {
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const onError = (error: unknown) => notify.error(messageOf(error, "The mail could not be sent again"));
  const one = trpc.admin.mails.sendAgain.useMutation({
    onSuccess: () => notify.success("The mail is on its way"),
    onError,
    onSettled: () => utils.admin.mails.invalidate(),
  });
  const all = trpc.admin.mails.sendAllAgain.useMutation({
    onSuccess: ({ count }) =>
      notify.success(count === 1 ? "The mail is on its way" : `${count} mails are on their way`),
    onError,
    onSettled: () => utils.admin.mails.invalidate(),
  });
  return {
    isSending: one.isPending || all.isPending,
    sendAgain: ({ _id: id }: MailRecord) => oneAtATime(() => one.mutateAsync({ id })),
    sendAllAgain: () => oneAtATime(() => all.mutateAsync()),
  };
}
