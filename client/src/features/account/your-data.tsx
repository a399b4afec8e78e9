import { Button, Stack, Text, Title } from "@mantine/core";
import type { SignedIn } from "@shop/shared/account/account";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { downloadFile } from "../../lib/download-file.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { hasCode, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { missingPart } from "../../ui/missing-part.tsx";
import { notify } from "../../ui/notify.ts";
import { PasswordDialog } from "./lazy-password-dialog.ts";

// Lazy because it is seldom needed, and dialogs are large.
const DeleteAccountDialog = lazyPart(
  "delete-account-dialog",
  () => import("./delete-account-dialog.tsx").then((part) => part.DeleteAccountDialog),
  { failed: missingPart("The question could not be shown. Nothing was deleted.") },
);

/** What is open: the question before the deletion, or the one for the password before either. */
type Open = "deletion" | "password for download" | "password for deletion" | null;

type YourDataProps = { user: SignedIn; onDeleted: () => void };

/** Lets the user take the stored data along, and delete the account. */
export function YourData({ user, onDeleted }: YourDataProps) {
  const id = useId();
  const [open, setOpen] = useState<Open>(null);
  const oneAtATime = useOneAtATime();
  const download = useMutation({
    mutationFn: () => downloadFile("/api/users/profile/data", "data.json"),
    onSuccess: () => {
      notify.withdrawErrors();
      notify.success("Your data was downloaded");
    },
    onError: (error) => {
      if (hasCode(error, "REAUTH_REQUIRED")) return setOpen("password for download");
      notify.error(messageOf(error, "Your data could not be downloaded"));
    },
  });
  const deletion = trpc.account.deleteAccount.useMutation({
    onSuccess: onDeleted,
    onError: (error) => {
      if (hasCode(error, "REAUTH_REQUIRED")) return setOpen("password for deletion");
      notify.error(messageOf(error, "Your account could not be deleted"));
    },
  });
  const startDownload = () => oneAtATime(() => download.mutateAsync());
  const startDeletion = () => oneAtATime(() => deletion.mutateAsync());
  const close = () => setOpen(null);
  const what = user.isGuest === true ? "your data" : "your account";
  return (
    <Stack component="section" gap="md" align="flex-start" aria-labelledby={id}>
      <Title order={2} id={id} fz="lg" lh="lg" fw={650}>
        Your Data
      </Title>
      <Text c="dimmed">Everything that we store about you, in one file: account, orders, reviews and mails.</Text>
      <Button variant="default" aria-disabled={download.isPending || undefined} onClick={startDownload}>
        {download.isPending ? "Preparing…" : "Download my data"}
      </Button>
      {user.isAdmin ? (
        <Text c="dimmed">
          Administrators cannot be deleted. Ask another administrator to withdraw your admin rights first.
        </Text>
      ) : (
        <>
          <Text c="dimmed">
            You can delete {what} at any time. Your orders stay, because tax law asks us to keep them.
          </Text>
          <Button variant="default" c="var(--shop-danger)" onClick={() => setOpen("deletion")}>
            {user.isGuest === true ? "Delete my data" : "Delete my account"}
          </Button>
        </>
      )}
      {open === "deletion" && (
        <DeleteAccountDialog isDeleting={deletion.isPending} onDelete={startDeletion} onClose={close} />
      )}
      {open === "password for download" && (
        <PasswordDialog
          purpose="to download your data"
          onClose={close}
          onConfirmed={() => {
            close();
            startDownload();
          }}
        />
      )}
      {open === "password for deletion" && (
        <PasswordDialog
          purpose="to delete your account"
          onClose={close}
          onConfirmed={() => {
            setOpen("deletion");
            startDeletion();
          }}
        />
      )}
    </Stack>
  );
}
