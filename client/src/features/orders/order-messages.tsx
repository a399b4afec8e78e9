import { Button } from "@mantine/core";
import type { OrderMessage } from "@shop/shared/order/order-message";
import { useEffect, useRef, useState } from "react";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { LocalMinute } from "../../ui/local-minute.tsx";
import { Minute } from "../../ui/minute.tsx";
import { missingPart } from "../../ui/missing-part.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StatusDot } from "../../ui/status-dot.tsx";
import classes from "./order-messages.module.css";
import view from "./order-view.module.css";

/** Lazy, because few orders are written about. */
const MessageForm = lazyPart("message-form", () => import("./message-form.tsx").then((part) => part.MessageForm), {
  loading: () => <Skeleton height="10rem" />,
  failed: missingPart("The field for your message could not be loaded."),
});

type OrderMessagesProps = { orderId: string; isAdmin: boolean };

/** The messages between the customer and the shop, and the field for the next one. */
export function OrderMessages({ orderId, isAdmin }: OrderMessagesProps) {
  const messages = trpc.order.messages.useQuery({ id: orderId }, cachedBriefly);
  const { markRead, isMarking } = useMarkRead(orderId);
  const [isWriting, setWriting] = useState(false);
  const button = useFocusOnReturn(isWriting);
  const lastNew = messages.data?.findLast(({ isNew }) => isNew)?._id;
  const shown = useRef<string>(undefined);
  useEffect(() => {
    // Admins say themselves what is dealt with, because several of them may look at an order.
    if (isAdmin || lastNew === undefined || shown.current === lastNew) return;
    shown.current = lastNew;
    markRead(lastNew);
  }, [isAdmin, lastNew, markRead]);
  return (
    <Panel component="section" className={`${view.panel} ${classes.panel}`} aria-labelledby="order-messages">
      <div className={classes.top}>
        <h2 id="order-messages" className={view.title}>
          Messages
        </h2>
        {isAdmin && lastNew !== undefined && (
          <Button variant="default" aria-disabled={isMarking || undefined} onClick={() => markRead(lastNew)}>
            {isMarking ? "Marking…" : "Mark as read"}
          </Button>
        )}
      </div>
      {messages.data !== undefined ? (
        <List messages={messages.data} isAdmin={isAdmin} />
      ) : messages.isError ? (
        <ErrorAlert
          message={messageOf(messages.error, "Failed to load messages")}
          onRetry={() => void messages.refetch()}
          isRetrying={messages.isFetching}
        />
      ) : (
        <Skeleton height="4rem" />
      )}
      {isWriting ? (
        <MessageForm orderId={orderId} isAdmin={isAdmin} onClose={() => setWriting(false)} />
      ) : (
        <Button
          ref={button}
          className={classes.write}
          variant="default"
          onMouseEnter={() => MessageForm.preload()}
          onFocus={() => MessageForm.preload()}
          onClick={() => setWriting(true)}
        >
          Write a message
        </Button>
      )}
    </Panel>
  );
}

/** Gives the focus back to the button that opened the field, once the field is gone. */
function useFocusOnReturn(isAway: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && !isAway) button.current?.focus();
    wasAway.current = isAway;
  }, [isAway]);
  return button;
}

function useMarkRead(id: string) {
  const utils = trpc.useUtils();
  const read = trpc.order.readMessages.useMutation({
    onSuccess: (_done, { last }) => {
      void utils.admin.orders.waiting.invalidate();
      void utils.admin.orders.page.invalidate();
      utils.order.messages.setData({ id }, (all) =>
        all?.map((message) => (message._id <= last ? { ...message, isNew: false } : message)),
      );
    },
  });
  const { mutate, isPending } = read;
  const [markRead] = useState(() => (last: string) => mutate({ id, last }));
  return { markRead, isMarking: isPending };
}

function List({ messages, isAdmin }: { messages: readonly OrderMessage[]; isAdmin: boolean }) {
  if (messages.length === 0) {
    const none = isAdmin ? "Nobody has written about this order yet." : "Do you have a question about this order?";
    return <p className={classes.none}>{none}</p>;
  }
  const Time = isAdmin ? Minute : LocalMinute;
  return (
    <ol className={classes.messages}>
      {messages.map(({ _id, from, by, text, createdAt, isNew }) => (
        <li key={_id} className={classes.message}>
          <p className={classes.head}>
            <span className={classes.by}>{authorOf({ from, by }, isAdmin)}</span>
            {isNew && isAdmin && <StatusDot tone="going">New</StatusDot>}
            <Time time={createdAt} className={classes.when} />
          </p>
          <p className={classes.text}>{text}</p>
        </li>
      ))}
    </ol>
  );
}

function authorOf({ from, by }: Pick<OrderMessage, "from" | "by">, isAdmin: boolean): string {
  if (isAdmin) return from === "shop" ? `${by ?? "Somebody"}, for the shop` : (by ?? "The customer");
  return from === "shop" ? "The shop" : "You";
}
