import { IconCopy } from "@tabler/icons-react";
import { notify } from "../../ui/notify.ts";
import classes from "./order-view.module.css";

/** Puts the whole order id on the clipboard, for a message to the shop. */
export function CopyOrderId({ id }: { id: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(id);
      notify.success("Order id copied");
    } catch {
      notify.error("The order id could not be copied");
    }
  }
  return (
    <button type="button" className={classes.copy} onClick={() => void copy()}>
      <IconCopy size={18} aria-hidden="true" /> Copy order id
    </button>
  );
}
