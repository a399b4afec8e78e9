import { Button, Stack, Text } from "@mantine/core";
import type { ImportDetail } from "@shop/shared/catalog/import";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { notify } from "../../../ui/notify.ts";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { countedName } from "./import-words.ts";

/** Writes to the customers of an import that they have an account; until then nobody hears of it. */
export function InvitationPanel({ found }: { found: ImportDetail }) {
  const { waiting, written, isUnderWay } = found.invitations;
  const { ask, dialog } = useConfirm();
  const utils = trpc.useUtils();
  const invite = trpc.admin.imports.invite.useMutation({
    onSuccess: async ({ message }) => {
      notify.success(message);
      await utils.admin.imports.invalidate();
    },
    onError: (error) => notify.error(messageOf(error, "The customers could not be written to")),
  });
  const isBusy = isUnderWay || invite.isPending;
  const start = async () => {
    const isSure = await ask({
      question: `Write to ${countedName("customers", waiting)}?`,
      about: found.fileName,
      consequence:
        "Each of them gets one mail: the shop has moved, and how to choose a password. It cannot be taken back.",
      yes: "Write to them",
    });
    if (isSure) invite.mutate({ id: found._id });
  };
  return (
    <AdminPanel title="First sign-in">
      <Stack gap="md" align="flex-start">
        <Text maw="42rem">
          Passwords do not move. A customer signs in for the first time with a code by e-mail, by “Forgot your
          password?”. Nobody has been written to by the import itself.
        </Text>
        {written > 0 && <Text role="status">{countedName("customers", written)} got a mail about it.</Text>}
        {waiting > 0 ? (
          <Button
            variant="default"
            aria-disabled={isBusy || undefined}
            onClick={() => {
              if (!isBusy) void start();
            }}
          >
            {isBusy ? "Writing…" : `Write to ${countedName("customers", waiting)}`}
          </Button>
        ) : (
          <Text c="dimmed">There is nobody left to write to.</Text>
        )}
      </Stack>
      {dialog}
    </AdminPanel>
  );
}
