import { Button, Group } from "@mantine/core";
import type { OrderReturn, OrderReturns } from "@shop/shared/order/return";
import { useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { exchangePath } from "../../../lib/admin-paths.ts";
import { trpc } from "../../../lib/trpc.ts";
import { notify } from "../../../ui/notify.ts";
import { Permitted } from "../parts/permitted.tsx";
import { useOrderRefresh } from "../parts/use-order-refresh.ts";
import { DecideReturn } from "./decide-return.tsx";
import { NameReturned } from "./name-returned.tsx";
import { ReceiveReturn } from "./receive-return.tsx";
import { RefundReturn } from "./refund-return.tsx";

type Act = "named" | "accepted" | "refused" | "received" | "refunded" | "exchanged";

/** What can be done in each state, with the label of its button. */
const possible: Record<OrderReturn["state"], readonly (readonly [Act, string])[]> = {
  requested: [
    ["accepted", "Accept…"],
    ["refused", "Refuse…"],
  ],
  accepted: [
    ["received", "It has arrived…"],
    ["refused", "Refuse…"],
  ],
  received: [
    ["refunded", "Refund this return…"],
    ["exchanged", "Exchange it…"],
    ["received", "Correct what has arrived…"],
    ["refused", "Refuse…"],
  ],
  refunded: [],
  refused: [],
  cancelled: [],
};

/** A withdrawal in words is accepted once its items are named, and nothing comes back that was not sent. */
function actsOf(
  { state, declaration, lines, wish }: OrderReturn,
  isShipped: boolean,
): readonly (readonly [Act, string])[] {
  // What the customer has asked for comes first.
  if (state === "received" && wish !== "") {
    return possible.received.toSorted(([one], [other]) => Number(other === "exchanged") - Number(one === "exchanged"));
  }
  if (state !== "requested" || declaration === "") return possible[state];
  const named: readonly [Act, string] = ["named", "Name the items…"];
  if (lines.length > 0) return [...possible.requested, named];
  return isShipped ? [named, ["refused", "Refuse…"]] : [["refused", "Refuse…"]];
}

const done: Record<Exclude<Act, "exchanged">, string> = {
  named: "Items saved",
  accepted: "Return accepted",
  refused: "Return refused",
  received: "Noted what has arrived",
  refunded: "Return refunded",
};

type ReturnActsProps = { orderId: string; isShipped: boolean; one: OrderReturn };

/** What an administrator does about a return. */
export function ReturnActs({ orderId, isShipped, one }: ReturnActsProps) {
  const [act, setAct] = useState<Exclude<Act, "exchanged"> | null>(null);
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  const utils = trpc.useUtils();
  const refresh = useOrderRefresh();
  const acts = actsOf(one, isShipped);
  if (acts.length === 0) return null;
  const onDone = (after: OrderReturns) => {
    if (act !== null) notify.success(done[act]);
    utils.order.returns.setData({ id: orderId }, after);
    setAct(null);
    refresh();
  };
  const dialog = { one, onDone, onClose: () => setAct(null), fallbackFocus: place };
  return (
    <Permitted to="orders.refund">
      <Group ref={place} gap="sm" tabIndex={-1}>
        {acts.map(([name, label], n) => (
          <Button
            key={name}
            variant={n === 0 ? "filled" : "default"}
            onClick={() => (name === "exchanged" ? void navigate(exchangePath(orderId, one._id)) : setAct(name))}
          >
            {label}
          </Button>
        ))}
      </Group>
      {act === "named" && <NameReturned orderId={orderId} {...dialog} />}
      {(act === "accepted" || act === "refused") && <DecideReturn to={act} {...dialog} />}
      {act === "received" && <ReceiveReturn {...dialog} />}
      {act === "refunded" && <RefundReturn {...dialog} />}
    </Permitted>
  );
}
