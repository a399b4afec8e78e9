import { Button, Text } from "@mantine/core";
import { formatMoney } from "@shop/shared/money";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { Dialog, DialogButtons } from "../../ui/dialog.tsx";
import classes from "./delete-account-dialog.module.css";
import form from "./form-panel.module.css";

type DeleteAccountDialogProps = { isDeleting: boolean; onDelete: () => void; onClose: () => void };

/** Says what is deleted and what stays, before the user deletes the account. */
export function DeleteAccountDialog({ isDeleting, onDelete, onClose }: DeleteAccountDialogProps) {
  const { balance = 0 } = trpc.order.creditToUse.useQuery(undefined, cachedBriefly).data ?? {};
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <div className={form.fields}>
        <div>
          <Text fw={600} id="deleted">
            What we delete
          </Text>
          <ul aria-labelledby="deleted" className={classes.list}>
            <li>Your name, e-mail address and password</li>
            <li>Where you are signed in, and the mails to you</li>
            <li>Your name on your reviews. Stars and text stay</li>
            {balance > 0 && <li>Your credit of {formatMoney(balance)}, which is lost</li>}
          </ul>
        </div>
        <div>
          <Text fw={600} id="kept">
            What we have to keep
          </Text>
          <ul aria-labelledby="kept" className={classes.list}>
            <li>Your orders, with the name, e-mail and address you gave, because tax law asks for them</li>
          </ul>
        </div>
        <Text>
          Orders that you have paid are still delivered, but we send you no more mails about them, and you can no longer
          look them up here. This cannot be undone.
        </Text>
        <DialogButtons>
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button color="#c2293d" aria-disabled={isDeleting || undefined} onClick={onDelete}>
            {isDeleting ? "Deleting…" : "Delete"}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}
