import { Button } from "@mantine/core";
import type { OwnGiftCard, OwnGiftCards } from "@shop/shared/credit/gift-card";
import { formatMoney } from "@shop/shared/money";
import { useEffect, useRef, useState } from "react";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Day } from "../../ui/day.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { MissingModal } from "../../ui/missing-modal.ts";
import { notify } from "../../ui/notify.ts";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import classes from "./bought-gift-cards.module.css";

/** Lazy, because its form depends on the validation library. */
const SendGiftCard = lazyPart(
  "send-gift-card",
  () => import("./send-gift-card.tsx").then((dialog) => dialog.SendGiftCard),
  { failed: MissingModal },
);

/** How often it is asked whether the codes are made, in milliseconds. */
const askAgainMs = 2_000;

/** Whether codes are being made, or a card is being mailed. */
function isUnderWay(bought: OwnGiftCards | undefined): boolean {
  if (bought === undefined) return false;
  const isDue = ({ recipient }: OwnGiftCard) =>
    recipient?.sentAt === null && Date.parse(recipient.sendAt) <= Date.now();
  return !bought.isMade || bought.cards.some(isDue);
}

/** The gift cards that the viewer has bought with an order, with their codes. */
export function BoughtGiftCards({ orderId }: { orderId: string }) {
  const bought = trpc.order.giftCards.useQuery(
    { id: orderId },
    { ...cachedBriefly, refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? askAgainMs : false) },
  );
  const panel = useRef<HTMLDivElement>(null);
  const [given, setGiven] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const { cards = [], isMade = false } = bought.data ?? {};
  const utils = trpc.useUtils();
  const wasAwaited = useRef(false);
  useEffect(() => {
    // With its codes, an order of nothing else is delivered.
    if (isMade && wasAwaited.current) void utils.order.byId.invalidate({ id: orderId });
    wasAwaited.current = !isMade;
  }, [isMade, orderId, utils]);
  return (
    <Panel component="section" className={classes.panel} aria-labelledby="order-gift-cards">
      <h2 id="order-gift-cards" className={classes.title}>
        Your gift cards
      </h2>
      {bought.data === undefined ? (
        bought.isError ? (
          <ErrorAlert
            message={messageOf(bought.error, "Your gift cards could not be loaded. The codes are in our mail as well.")}
            onRetry={() => void bought.refetch()}
            isRetrying={bought.isFetching}
          />
        ) : (
          <Skeleton height="6rem" />
        )
      ) : (
        <div ref={panel} className={classes.cards} tabIndex={-1}>
          <p role="status">{isMade ? "" : "We make your codes. They show here, and come by mail, in a moment."}</p>
          {cards.length > 0 && (
            <ul className={classes.list}>
              {cards.map((card) => (
                <Card
                  key={card._id}
                  card={card}
                  orderId={orderId}
                  onGive={() => {
                    setGiven(card._id);
                    setOpen(true);
                  }}
                />
              ))}
            </ul>
          )}
        </div>
      )}
      {given !== undefined && (
        <SendGiftCard
          key={given}
          id={given}
          orderId={orderId}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          fallbackFocus={panel}
        />
      )}
    </Panel>
  );
}

type CardProps = { card: OwnGiftCard; orderId: string; onGive: () => void };

function Card({ card, orderId, onGive }: CardProps) {
  const utils = trpc.useUtils();
  const keep = trpc.order.keepGiftCard.useMutation({
    onSuccess: (after) => {
      notify.success("The gift card is not mailed");
      utils.order.giftCards.setData({ id: orderId }, after);
    },
    onError: (error) => notify.error(messageOf(error, "Nothing was changed. Please try again.")),
    onSettled: () => void utils.order.giftCards.invalidate({ id: orderId }),
  });
  const { _id: id, name, code, value, left, expiresAt, isStopped, recipient } = card;
  const isSent = recipient !== null && recipient.sentAt !== null;
  return (
    <li className={classes.card}>
      <p className={classes.name}>
        {name}{" "}
        <span className={classes.left}>
          {left === value ? formatMoney(value) : `${formatMoney(left)} of ${formatMoney(value)} left`}
        </span>
      </p>
      {code === null ? (
        <p>{isStopped ? "This gift card was stopped." : "Please write to us for a new code."}</p>
      ) : (
        <p className={classes.code}>
          <code>{code}</code>
          <CopyButton value={code} name="code" isIcon />
        </p>
      )}
      {expiresAt !== null && !isStopped && (
        <p className={classes.note}>
          Valid until <Day time={expiresAt} />
        </p>
      )}
      {recipient !== null && (
        <p className={classes.note}>
          {isSent ? "Mailed" : "Will be mailed"} to {recipient.name} ({recipient.email}) on{" "}
          <Day time={recipient.sentAt ?? recipient.sendAt} />
        </p>
      )}
      {code !== null && !isSent && (
        <div className={classes.acts}>
          <Button variant="default" onClick={onGive}>
            {recipient === null ? "Mail it to somebody…" : "Change who gets it…"}
          </Button>
          {recipient !== null && (
            <Button
              variant="subtle"
              aria-disabled={keep.isPending || undefined}
              onClick={() => keep.isPending || keep.mutate({ id })}
            >
              Do not mail it
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
