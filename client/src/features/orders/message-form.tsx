import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/Input.layer.css";
import { Button, Group, Textarea } from "@mantine/core";
import { messageLength } from "@shop/shared/order/order-message";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { notify } from "../../ui/notify.ts";
import classes from "./order-messages.module.css";

type MessageFormProps = {
  orderId: string;
  isAdmin: boolean;
  /** Called once the message was sent, or is not wanted any more. */
  onClose: () => void;
};

/** The field for a message, which takes the focus. */
export function MessageForm({ orderId, isAdmin, onClose }: MessageFormProps) {
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const [text, setText] = useState("");
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = trpc.order.sendMessage.useMutation({
    onSuccess: (sent, { id }) => {
      notify.success("Message sent");
      utils.order.messages.setData({ id }, (all) => all && [...all, sent]);
      void utils.order.messages.invalidate({ id });
      if (isAdmin) void utils.admin.orders.invalidate();
      onClose();
    },
  });
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setMissing(text.trim() === "");
    if (text.trim() === "") field.current?.focus();
    else oneAtATime(() => send.mutateAsync({ id: orderId, text }));
  }
  return (
    <form className={classes.form} noValidate onSubmit={onSubmit}>
      <Textarea
        ref={field}
        label={isAdmin ? "Write to the customer" : "Write to us"}
        description={
          isAdmin ? "The customer also gets it by mail." : "Our answer appears here, and you also get it by mail."
        }
        autosize={false}
        rows={3}
        maxLength={messageLength}
        error={isMissing ? "Message is required" : undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setMissing(false);
        }}
      />
      {send.isError && <ErrorAlert message={messageOf(send.error, "The message was not sent. Please try again.")} />}
      <Group>
        <Button type="submit" aria-disabled={send.isPending || undefined}>
          {send.isPending ? "Sending…" : "Send message"}
        </Button>
        {!send.isPending && (
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        )}
      </Group>
    </form>
  );
}
