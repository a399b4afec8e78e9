import { Button } from "@mantine/core";
import { formatMoney } from "@shop/shared/money";
import type { Order } from "@shop/shared/order/order";
import type { OrderReturn, ReturnState, OrderReturns as Returns } from "@shop/shared/order/return";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { orderReturnsId } from "../../lib/order-returns-id.ts";
import { orderPath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { useConfirm } from "../../ui/confirm.tsx";
import { Day } from "../../ui/day.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { MissingModal } from "../../ui/missing-modal.ts";
import { notify } from "../../ui/notify.ts";
import { Panel } from "../../ui/panel.tsx";
import { PhotoThumbnails } from "../../ui/photos/photo-thumbnails.tsx";
import classes from "./order-returns.module.css";
import view from "./order-view.module.css";

/** Lazy, because its form depends on the validation library. */
const ReturnDialog = lazyPart(
  "return-dialog",
  () => import("./return-dialog.tsx").then((dialog) => dialog.ReturnDialog),
  { failed: MissingModal },
);

type OrderReturnsProps = {
  order: Order;
  isAdmin: boolean;
  /** What administrators do about a return. */
  acts?: (one: OrderReturn) => ReactNode;
};

/** What of an order comes back, and the way to send something of it back. Nothing where neither is possible. */
export function OrderReturns({ order, isAdmin, acts }: OrderReturnsProps) {
  const returns = trpc.order.returns.useQuery({ id: order._id }, cachedBriefly);
  if (returns.data !== undefined) return <Shown order={order} data={returns.data} isAdmin={isAdmin} acts={acts} />;
  if (!returns.isError) return null;
  return (
    <ErrorAlert
      message={messageOf(returns.error, "Failed to load the returns")}
      onRetry={() => void returns.refetch()}
      isRetrying={returns.isFetching}
    />
  );
}

type ShownProps = Pick<OrderReturnsProps, "order" | "isAdmin"> & {
  data: Returns;
  acts: OrderReturnsProps["acts"] | undefined;
};

function Shown({ order, data, isAdmin, acts }: ShownProps) {
  const [dialog, setDialog] = useState<"not loaded" | "open" | "closed">("not loaded");
  const place = useRef<HTMLHeadingElement>(null);
  if (data.returns.length === 0 && data.refusal !== null) return null;
  return (
    <Panel component="section" className={`${view.panel} ${classes.panel}`} aria-labelledby={orderReturnsId}>
      <h2 id={orderReturnsId} ref={place} className={view.title} tabIndex={-1}>
        Returns
      </h2>
      {data.returns.length > 0 && (
        <ul className={classes.returns}>
          {data.returns.map((one) => (
            <li key={one._id} className={classes.return}>
              <ReturnFacts one={one} isAdmin={isAdmin} />
              {acts === undefined ? <KeepButton orderId={order._id} one={one} /> : acts(one)}
            </li>
          ))}
        </ul>
      )}
      {data.refusal === null && (
        <Button variant="default" mr="auto" onClick={() => setDialog("open")}>
          {isAdmin ? "Enter a return…" : "Send something back…"}
        </Button>
      )}
      {dialog !== "not loaded" && (
        <ReturnDialog
          orderId={order._id}
          isAdmin={isAdmin}
          returnable={data.returnable}
          reasons={data.reasons}
          isOpen={dialog === "open"}
          onClose={() => setDialog("closed")}
          fallbackFocus={place}
        />
      )}
    </Panel>
  );
}

/** What each state means to the customer. */
const words: Record<ReturnState, (due: string) => string> = {
  requested: (due) => `We answer soon. ${due} would come back to you. Please keep the items until then.`,
  accepted: (due) => `Please send it back. We refund ${due} once it is here.`,
  received: (due) => `It is here. We refund ${due} next.`,
  refunded: () => "We have refunded it.",
  refused: () => "We cannot accept it.",
  cancelled: () => "You keep it.",
};

/** The same where the customer would like something else for it. */
const exchangeWords: Partial<Record<ReturnState, string>> = {
  requested: "We answer soon. Please keep the items until then.",
  accepted: "Please send it back. We exchange it once it is here.",
  received: "It is here. We exchange it next.",
};

/** The same for administrators. */
const shopWords: Record<ReturnState, (due: string) => string> = {
  requested: (due) => `Asked for. ${due} would be due.`,
  accepted: (due) => `Accepted. ${due} is due once it is here.`,
  received: (due) => `It is here. ${due} is due.`,
  refunded: () => "Refunded.",
  refused: () => "Refused.",
  cancelled: () => "The customer keeps it.",
};

/** What became of it, in words. */
function stateOf({ state, due, isWithdrawal, lines, wish, exchange }: OrderReturn, isAdmin: boolean): string {
  if (state === "refunded" && exchange !== undefined) return isAdmin ? "Exchanged." : "We have exchanged it.";
  const next = wish === "" || isAdmin ? undefined : exchangeWords[state];
  if (next !== undefined) return next;
  if (state === "requested" && lines.length === 0) {
    return isAdmin
      ? "Withdrawn from a part of the order, in these words:"
      : "We have your withdrawal, and answer soon.";
  }
  const said = (isAdmin ? shopWords : words)[state](formatMoney(due));
  if (!isWithdrawal || state !== "requested") return said;
  return isAdmin ? `The customer has withdrawn. ${formatMoney(due)} would be due.` : `We have your withdrawal. ${said}`;
}

function ReturnFacts({ one, isAdmin }: { one: OrderReturn; isAdmin: boolean }) {
  return (
    <>
      <p className={classes.state}>
        <strong>{stateOf(one, isAdmin)}</strong>
        <span className={classes.day}>
          <Day time={one.requestedAt} />
        </span>
      </p>
      {one.declaration !== "" && <p className={classes.words}>“{one.declaration}”</p>}
      <ul className={classes.lines}>
        {one.lines.map((line) => (
          <li key={line.product}>
            {line.qty} × {line.name}
            {line.reason !== "" && `: ${line.reason}`}
            {line.words !== "" && <span className={classes.words}>“{line.words}”</span>}
            {line.receivedQty !== null && line.receivedQty < line.qty && (
              <span className={classes.words}>{line.receivedQty} arrived</span>
            )}
          </li>
        ))}
      </ul>
      <PhotoThumbnails photos={one.photos} name={isAdmin ? "the customer" : "you"} />
      {one.wish !== "" && (
        <p className={classes.words}>
          {isAdmin ? "Would like instead" : "You would like instead"}: “{one.wish}”
        </p>
      )}
      {one.exchange !== undefined && (
        <p>
          Sent for it: <Link to={orderPath(one.exchange)}>order {one.exchange.slice(-5)}</Link>
        </p>
      )}
      {one.words !== "" && <p className={classes.answer}>{one.words}</p>}
    </>
  );
}

/** Lets customers keep what they wanted to send back. */
function KeepButton({ orderId, one }: { orderId: string; one: OrderReturn }) {
  const utils = trpc.useUtils();
  const { ask, dialog } = useConfirm();
  const cancel = trpc.order.cancelReturn.useMutation({
    onSuccess: (after) => {
      utils.order.returns.setData({ id: orderId }, after);
      notify.success("You keep it");
    },
    onError: (error) => notify.error(messageOf(error, "Nothing was changed. Please try again.")),
    onSettled: () => void utils.order.byId.invalidate({ id: orderId }),
  });
  if (one.state !== "requested" && one.state !== "accepted") return null;
  return (
    <>
      <Button
        variant="subtle"
        mr="auto"
        onClick={async () => {
          if (await ask({ question: "Keep these items after all?", yes: "Keep them", no: "Send them back" })) {
            cancel.mutate({ id: orderId, returnId: one._id });
          }
        }}
      >
        Keep it after all
      </Button>
      {dialog}
    </>
  );
}
