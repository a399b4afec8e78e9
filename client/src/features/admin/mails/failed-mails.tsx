import { Button, Text } from "@mantine/core";
import type { FailedMails as Failed } from "@shop/shared/mail";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { MailLine } from "./mail-line.tsx";
import { useSendAgain } from "./use-send-again.ts";

/** The mails that were given up. */
export function FailedMails() {
  const failed = trpc.admin.mails.failed.useQuery(undefined, cachedBriefly);
  if (failed.data !== undefined) return <FailedList {...failed.data} />;
  if (failed.isError) {
    return (
      <ErrorAlert
        message={messageOf(failed.error, "Failed to load mails")}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
      />
    );
  }
  return (
    <div data-screen-coming>
      <Skeleton height="20rem" />
    </div>
  );
}

function FailedList({ rows, total }: Failed) {
  const { sendAgain, sendAllAgain, isSending } = useSendAgain();
  if (total === 0) {
    return (
      <EmptyState
        text="No mail has failed"
        help="A mail that the mail server refuses is tried again for three days. After that it shows here."
      />
    );
  }
  return (
    <AdminPanel
      title={total === 1 ? "1 mail could not be sent" : `${total.toLocaleString("en-US")} mails could not be sent`}
      aside={
        total > 1 && (
          <Button variant="default" aria-disabled={isSending || undefined} onClick={sendAllAgain}>
            Send all again
          </Button>
        )
      }
    >
      <DividedList>
        {rows.map((mail) => (
          <MailLine key={mail._id} mail={mail} hasOrderLink isSending={isSending} onSendAgain={() => sendAgain(mail)} />
        ))}
      </DividedList>
      {total > rows.length && <Text c="dimmed">These are the newest {rows.length} of them.</Text>}
    </AdminPanel>
  );
}
