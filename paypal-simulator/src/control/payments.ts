import { disputeReasons } from "../bank/dispute-terms.ts";
import { decimalsOf } from "../bank/money.ts";
import type { Capture, Dispute, Money, Refund } from "../bank/resources.ts";
import { act, say } from "./act.ts";
import { actButton, badge, el, rerender, table, tableRow, time } from "./dom.ts";
import type { ControlView } from "./view.ts";

type Payment = ControlView["orders"][number];

const place = document.querySelector("#payments");
const items = new Map<string, HTMLDetailsElement>();
let isFirst = true;

/** Renders the newest payments; on the first render, the first one is expanded. */
export function showPayments(payments: Payment[]): void {
  if (place === null) return;
  if (payments.length === 0) {
    rerender(place, "none", () => [
      el("p", { class: "note" }, "No payment yet. Place an order in the shop and press a payment button."),
    ]);
    return;
  }
  const known = new Set(payments.map(({ order }) => order.id));
  for (const [id, item] of items) {
    if (known.has(id)) continue;
    item.remove();
    items.delete(id);
  }
  if (items.size === 0) place.replaceChildren();
  for (const [n, payment] of payments.entries()) {
    const item = itemFor(payment);
    rerender(item, payment, () => drawPayment(payment));
    if (place.children[n] !== item) place.insertBefore(item, place.children[n] ?? null);
  }
  isFirst = false;
}

function itemFor({ order }: Payment): HTMLDetailsElement {
  const known = items.get(order.id);
  if (known !== undefined) return known;
  const item = el("details", { class: "payment", open: isFirst && items.size === 0 });
  items.set(order.id, item);
  return item;
}

function drawPayment(payment: Payment): Node[] {
  const { order } = payment;
  const [unit] = order.purchase_units;
  const captures = order.purchase_units.flatMap(({ payments }) => payments?.captures ?? []);
  const facts = [
    ["Order", order.id],
    ["For", unit?.custom_id ?? "not said"],
    ["Invoice", unit?.invoice_id ?? "not said"],
  ];
  return [
    el(
      "summary",
      { "data-key": order.id },
      el("strong", {}, unit === undefined ? "" : toPrice(unit.amount)),
      ...statusesOf(payment).map(badge),
      time(order.create_time),
    ),
    el("dl", {}, ...facts.map(([term = "", text = ""]) => el("div", {}, el("dt", {}, term), el("dd", {}, text)))),
    ...(captures.length === 0 ? [el("p", { class: "note" }, "No money was taken yet.")] : []),
    ...captures.map((capture) => drawCapture(payment, capture)),
  ];
}

/** The statuses of an order's money; without any, the status of the order. */
function statusesOf({ order, disputes }: Payment): string[] {
  const captures = order.purchase_units.flatMap(({ payments }) => payments?.captures ?? []);
  const statuses = captures.length === 0 ? [order.status] : captures.map(({ status }) => status);
  return [...new Set([...statuses, ...(disputes.some(({ status }) => status !== "RESOLVED") ? ["DISPUTED"] : [])])];
}

function drawCapture({ order, disputes, refundedCaptures }: Payment, capture: Capture): HTMLElement {
  const refunds = order.purchase_units
    .flatMap(({ payments }) => payments?.refunds ?? [])
    .filter(({ id }) => refundedCaptures[id] === capture.id);
  const own = disputes.filter(({ disputed_transactions }) =>
    disputed_transactions.some(({ seller_transaction_id }) => seller_transaction_id === capture.id),
  );
  return el(
    "div",
    { class: "capture" },
    el("h3", {}, "Capture ", el("code", {}, capture.id), " ", badge(capture.status)),
    ...actsOn(order.id, capture),
    ...(refunds.length === 0 ? [] : [refundTable(refunds)]),
    ...(own.length === 0 ? [] : [disputeTable(own)]),
  );
}

function actsOn(orderId: string, capture: Capture): HTMLElement[] {
  if (capture.status === "PENDING") {
    const end = (status: string, done: string) => () => void act(done, `orders/${orderId}/clear`, { status });
    return [
      el(
        "div",
        { class: "buttons" },
        actButton("Let it clear", `clear ${capture.id}`, end("COMPLETED", "The payment cleared.")),
        actButton("Deny it", `deny ${capture.id}`, end("DECLINED", "The payment was denied.")),
      ),
    ];
  }
  if (capture.status === "DECLINED" || capture.status === "FAILED") return [];
  return [actForm(capture)];
}

function actForm({ id, status, amount }: Capture): HTMLElement {
  const sum = el("input", { inputmode: "decimal", placeholder: "all that is left", "data-key": `amount ${id}` });
  const reason = el("select", { "data-key": `reason ${id}` });
  reason.append(
    ...disputeReasons.map((name) => el("option", { value: name }, name.replaceAll("_", " ").toLowerCase())),
  );
  const withAmount = (path: string, done: string, more: object = {}) => {
    const text = sum.value.trim();
    if (text !== "" && !/^\d{1,7}(\.\d{1,2})?$/.test(text)) {
      say("Write the amount like 12.30.", true);
      sum.focus();
      return;
    }
    const wish =
      text === ""
        ? {}
        : {
            amount: {
              currency_code: amount.currency_code,
              value: Number(text).toFixed(decimalsOf(amount.currency_code)),
            },
          };
    void act(done, `captures/${id}/${path}`, { ...more, ...wish });
  };
  const moves =
    status === "REFUNDED"
      ? []
      : [
          actButton("Refund", `refund ${id}`, () => withAmount("refund", "Refunded at the provider.")),
          actButton("Take back", `reverse ${id}`, () => withAmount("reverse", "The provider took the money back.")),
        ];
  return el(
    "div",
    { class: "acts" },
    el("label", {}, "Amount ", sum),
    ...(moves.length === 0 ? [] : [el("div", { class: "buttons" }, ...moves)]),
    el("label", {}, "Reason ", reason),
    el(
      "div",
      { class: "buttons" },
      actButton("Open a dispute", `dispute ${id}`, () =>
        withAmount("dispute", "The dispute is open.", { reason: reason.value }),
      ),
    ),
  );
}

function refundTable(refunds: Refund[]): HTMLElement {
  const settle = (id: string, status: string, done: string) => () => void act(done, `refunds/${id}/settle`, { status });
  const rows = refunds.map(({ id, status, amount, note_to_payer, create_time }) =>
    tableRow(
      el("code", {}, id),
      badge(status),
      toPrice(amount),
      time(create_time),
      note_to_payer ?? "",
      status === "PENDING"
        ? el(
            "div",
            { class: "buttons" },
            actButton("Complete", `complete ${id}`, settle(id, "COMPLETED", "The refund was made.")),
            actButton("Fail", `fail ${id}`, settle(id, "FAILED", "The refund failed.")),
            actButton("Cancel", `cancel ${id}`, settle(id, "CANCELLED", "The refund was cancelled.")),
          )
        : "",
    ),
  );
  return table("Refunds", ["Refund", "Status", "Amount", "Made", "Note", "End"], rows);
}

function disputeTable(disputes: Dispute[]): HTMLElement {
  const rows = disputes.map(({ dispute_id: id, status, reason, dispute_amount, dispute_outcome }) => {
    const resolve = (outcome: string, done: string) => () => void act(done, `disputes/${id}/resolve`, { outcome });
    return tableRow(
      el("code", {}, id),
      badge(status),
      toPrice(dispute_amount),
      reason.replaceAll("_", " ").toLowerCase(),
      dispute_outcome === undefined
        ? el(
            "div",
            { class: "buttons" },
            actButton("Buyer wins", `buyer ${id}`, resolve("RESOLVED_BUYER_FAVOUR", "The buyer won the dispute.")),
            actButton("Shop wins", `seller ${id}`, resolve("RESOLVED_SELLER_FAVOUR", "The shop won the dispute.")),
            actButton(
              "Review",
              `review ${id}`,
              () => void act("The dispute is under review.", `disputes/${id}/update`, { status: "UNDER_REVIEW" }),
            ),
          )
        : dispute_outcome.outcome_code.replaceAll("_", " ").toLowerCase(),
    );
  });
  return table("Disputes", ["Dispute", "Status", "Amount", "Reason", "Outcome"], rows);
}

function toPrice({ value, currency_code }: Money): string {
  return currency_code === "USD" ? `$${Number(value).toFixed(2)}` : `${value} ${currency_code}`;
}
