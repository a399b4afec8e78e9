import type { Dispute, Order, WebhookEvent } from "../bank/resources.ts";
import type { Delivery } from "../deliveries.ts";
import type { SimulatorState } from "../simulator-state.ts";

const ordersMax = 30;
const eventsMax = 12;
const callsMax = 24;

/** The data of the control page. */
export type ControlView = {
  orders: { order: Order; disputes: Dispute[]; refundedCaptures: Record<string, string> }[];
  faults: SimulatorState["faults"]["planned"];
  webhook: { url: string; isOn: boolean } | null;
  events: { event: Pick<WebhookEvent, "id" | "event_type" | "create_time" | "summary">; delivery: Delivery | null }[];
  calls: SimulatorState["calls"];
};

/** The newest items of each list, newest first. */
export function controlView({ bank, faults, calls, deliveries }: SimulatorState): ControlView {
  return {
    orders: newest([...bank.orders.values()], ordersMax).map((order) => {
      const captures = bank.captures(order.id);
      return {
        order,
        disputes: captures.flatMap(({ id }) => bank.disputesOf(id)),
        refundedCaptures: Object.fromEntries(
          captures.flatMap(({ id }) => bank.refundsOf(id).map((refund) => [refund.id, id])),
        ),
      };
    }),
    faults: faults.planned,
    webhook: deliveries.webhook === undefined ? null : { url: deliveries.webhook.url, isOn: deliveries.isOn },
    events: newest(bank.events, eventsMax).map(({ id, event_type, create_time, summary }) => ({
      event: { id, event_type, create_time, summary },
      delivery: deliveries.log.findLast(({ eventId }) => eventId === id) ?? null,
    })),
    calls: newest(calls, callsMax),
  };
}

function newest<Item>(items: readonly Item[], count: number): Item[] {
  return items.slice(-count).reverse();
}
