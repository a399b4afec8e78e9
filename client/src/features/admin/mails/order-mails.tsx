import { Text } from "@mantine/core";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import print from "../orders/screen-only.module.css";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { MailLine } from "./mail-line.tsx";
import { useSendAgain } from "./use-send-again.ts";

/** The mails to the customer about an order. */
export function OrderMails({ orderId }: { orderId: string }) {
  const mails = trpc.admin.mails.ofOrder.useQuery({ id: orderId }, cachedBriefly);
  const { sendAgain, isSending } = useSendAgain();
  return (
    <AdminPanel className={print.screenOnly ?? ""} title="Mails" titleSize="lg">
      {mails.data === undefined ? (
        mails.isError ? (
          <ErrorAlert
            message={messageOf(mails.error, "Failed to load mails")}
            onRetry={() => void mails.refetch()}
            isRetrying={mails.isFetching}
          />
        ) : (
          <Skeleton height="6rem" />
        )
      ) : mails.data.length === 0 ? (
        <Text c="dimmed">The customer got no mail about this order yet.</Text>
      ) : (
        <DividedList>
          {mails.data.map((mail) => (
            <MailLine key={mail._id} mail={mail} isSending={isSending} onSendAgain={() => sendAgain(mail)} />
          ))}
        </DividedList>
      )}
    </AdminPanel>
  );
}
