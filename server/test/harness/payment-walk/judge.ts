import { reconcilePayments } from "../../../src/domain/payment/reconcile.ts";
import { releaseExpiredHolds } from "../../../src/domain/payment/release-holds.ts";
import { broken as brokenRules } from "../invariants.ts";
import type { Schedule } from "./schedule.ts";
import type { SimulatedCapture } from "./simulated-provider.ts";
import { judgeCredit } from "./walk-credit.ts";
import { adoptCheckouts } from "./walk-express.ts";
import { judgeReturns } from "./walk-return.ts";
import type { WalkedOrder } from "./walked-order.ts";
import { riskFromCents, type World } from "./world.ts";

/**
 * Lets the faults end and the shop find out by itself, without a webhook except for what only the
 * provider can tell of: time goes on, held rounds are done by both instances until nothing changes any more.
 */
export async function heal(schedule: Schedule): Promise<void> {
  const { world } = schedule;
  for (const provider of world.providers) provider.clearFaults();
  world.setPatient(true);
  await schedule.settled();
  await schedule.reportForeign();
  await schedule.recordAll();
  await schedule.addExchanged();
  for (const provider of world.providers) adoptCheckouts(schedule, provider);
  const ids = schedule.orders.map(({ id }) => id);
  let before = "";
  let stepMs = usualStepMs;
  for (let round = 0; round < 12; round += 1) {
    await schedule.stepClock(stepMs);
    schedule.endReview();
    await schedule.deliverUnknown();
    await world.query(
      "update payments set ask_again_at = now() where order_id = any($1) and ask_again_at is not null",
      [ids],
    );
    await world.query("update refunds set ask_again_at = now() where order_id = any($1) and ask_again_at is not null", [
      ids,
    ]);
    const { deps } = world.instances[round % 2 === 0 ? 0 : 1];
    await releaseExpiredHolds(deps.db, 20);
    await reconcilePayments(deps, {
      limit: 40,
      isStopping: () => false,
      onItemError: (error) => void schedule.wrong.push(`healing: ${String(error)}`),
    });
    const after = await stateOf(schedule, ids);
    if (after === before && (stepMs === longStepMs || !(await isUnanswered(schedule, ids)))) return;
    stepMs = after === before ? longStepMs : usualStepMs;
    before = after;
  }
  schedule.wrong.push("the shop does not come to rest");
}

/** Half an hour: less than the shop goes on looking for a payment that nobody has approved. */
const usualStepMs = 1_800_000;
/** Longer than a provider repeats an error as its answer to the same request, in milliseconds. */
const longStepMs = 90_000_000;

async function isUnanswered({ world }: Schedule, ids: string[]): Promise<boolean> {
  const rows = await world.query("select id from refunds where order_id = any($1) and status = 'requested' limit 1", [
    ids,
  ]);
  return rows.length > 0;
}

async function stateOf({ world }: Schedule, ids: string[]): Promise<string> {
  const rows = await world.query(
    `select json_agg(json_build_array(p.id, p.status, p.attempt, p.capture_id, o.paid_at, o.is_stock_held, (
        select json_agg(json_build_array(r.id, r.status) order by r.id) from refunds r where r.payment_id = p.id
      )) order by p.id) as state
     from payments p join orders o on o.id = p.order_id where o.id = any($1)`,
    [ids],
  );
  return JSON.stringify(rows);
}

type Seen = {
  /** What its customer is asked for. */
  toPay: number;
  isPaid: boolean;
  isStockHeld: boolean;
  captured: number;
  /** What the provider has sent back of its captures, also of money that exchanges have passed on to other orders. */
  refunded: number;
  /** What of its captures is neither sent back nor passed on. */
  standing: number;
  /** The same of bank transfers. */
  transferStanding: number;
  transferred: number;
  paidBack: number;
  settling: number;
  /** Payments that settle the order and are not over its total. */
  settlingOtherwise: number;
  isCancelled: boolean;
  /** Whether it was sent in exchange, so that what is to pay never changes. */
  isExchange: boolean;
  isShipped: boolean;
  /** What is paid on delivery is cancelled when nobody accepts it. */
  isOnDelivery: boolean;
  /** Whether a person was asked to look at its payment, and whether the rules ask for it by its total. */
  isLookedAt: boolean;
  isOverRisk: boolean;
  /** Whether somebody was told of something about its money. */
  hasMatter: boolean;
  open: string[];
  /** Whether credit has paid a part of it, perhaps for some time only. */
  hadCredit: boolean;
  /** Whether money of another amount has a matter, which an administrator may have resolved. */
  hasDifference: boolean;
  /** The invoice without its credit notes, and the money that it is about without what was refunded of it. */
  onPaper: number;
  retained: number;
  unfinished: number;
  unseen: number;
};

/** What of the shop's promises is broken, as sentences. */
export async function judge(schedule: Schedule): Promise<string[]> {
  const broken = [...schedule.wrong];
  for (const order of schedule.orders) broken.push(...(await judgeOrder(schedule, order)));
  broken.push(...(await judgeStock(schedule)));
  broken.push(...(await judgeCredit(schedule)));
  return broken;
}

const isInForce = ({ isInForce }: SimulatedCapture) => isInForce;

/** What all providers have captured and sent back for an order, in cents. */
function heldFor({ providers }: World, orderId: string) {
  const each = providers.map((provider) => provider.heldFor(orderId));
  return {
    capturedCents: each.reduce((sum, { capturedCents }) => sum + capturedCents, 0),
    refundedCents: each.reduce((sum, { refundedCents }) => sum + refundedCents, 0),
  };
}

async function judgeOrder({ world, elsewhere }: Schedule, order: WalkedOrder): Promise<string[]> {
  const held = heldFor(world, order.id);
  const capturesOf = (id: string) => world.providerOf(id).captures(id);
  const seen = await readOrder(world, order.id);
  const broken: string[] = [];
  const expect = (holds: boolean, sentence: string) => {
    if (!holds) broken.push(`${sentence} (provider ${JSON.stringify(held)}, shop ${JSON.stringify(seen)})`);
  };
  expect(seen.captured === held.capturedCents, "the shop does not know all captured money");
  expect(seen.refunded === held.refundedCents, "the shop does not know all refunded money");
  expect(seen.isPaid === (seen.settling === 1), "an order is paid exactly when a capture settles it");
  expect(!seen.isOverRisk || seen.isLookedAt, "a payment that the rules name was not looked at");
  expect(seen.settlingOtherwise === 0, "an order is paid by another amount than its total");
  const all = [...order.begun.map(({ id }) => id), ...order.unknown];
  const captured = all.flatMap(capturesOf).filter(isInForce);
  const isOther = captured.length > 0 && captured.every(({ cents }) => cents !== seen.toPay);
  const arrived = [...order.arrived.values()];
  const sum = arrived.reduce((all, cents) => all + cents, 0);
  expect(seen.transferred === sum, "the shop does not know all money of bank transfers");
  expect(seen.paidBack <= sum, "more was paid back than had come by bank transfer");
  const isPaidInFull = arrived.includes(seen.toPay);
  const paysOrder = seen.isPaid || seen.isCancelled;
  // Credit that was given back since has left the whole price to pay, of which the transfer's matter tells.
  const isKnown = seen.hadCredit && seen.hasDifference;
  expect(!isPaidInFull || seen.paidBack > 0 || paysOrder || isKnown, "a transfer stands and the order is not paid");
  const stands = seen.standing > 0;
  expect(!stands || paysOrder || isOther || isKnown, "money stands and the order is not paid");
  expect(!stands || paysOrder || !isOther || seen.hasDifference, "money of another amount has no matter");
  const isLeft = stands || seen.transferStanding > 0;
  expect(!seen.isCancelled || !isLeft || seen.hasMatter, "money of a cancelled order does not go back");
  expect(
    !seen.isCancelled || !(seen.isStockHeld || (seen.isShipped && !seen.isOnDelivery)),
    "a cancelled order holds its units or was shipped",
  );
  // The invoice of a transfer that was taken back stays, because the sale does.
  expect(
    !seen.isPaid || seen.onPaper === seen.retained,
    "the invoice without its credit notes is not what has paid the order",
  );
  expect(seen.unfinished === 0, "a capture or a refund is still without an answer");
  expect(!seen.open.some((kind) => kind.endsWith("stuck")), "a stuck matter is still open");
  expect(seen.unseen === 0, "surplus money or a foreign refund has no matter");
  const asked = order.begun.filter(({ id }) => seen.isExchange && !order.foreign.includes(id));
  // What was begun before credit paid a part asks for more; its money has a matter.
  expect(
    seen.hadCredit || asked.every(({ id }) => world.providerOf(id).centsOf(id) === seen.toPay),
    "another amount is asked for than what an exchange has left",
  );
  const charged = order.begun
    .filter(({ id }) => !elsewhere.has(id))
    .flatMap(({ id }) => capturesOf(id))
    .filter(isInForce);
  expect(charged.length <= 1, "the shop itself has charged twice");
  const requests = all.flatMap((id) => capturesOf(id).flatMap((capture) => world.providerOf(id).refundsOf(capture.id)));
  const names = requests.flatMap(({ isFailed, customId }) => (isFailed ? [] : (customId ?? [])));
  expect(new Set(names).size === names.length, "a refund was made twice");
  broken.push(...(await judgeReturns(world, order.id)));
  return broken;
}

/** What was sent back, with the order and the provider whose money it first was. */
const sources = `
  with recursive source as (
    select p.id, p.order_id, p.provider from payments p where p.from_refund_id is null
    union all
    select p.id, s.order_id, s.provider
    from payments p join refunds f on f.id = p.from_refund_id join source s on s.id = f.payment_id
  ), sent_back as (
    select s.order_id, s.provider, r.amount_cents as amount from refunds r join source s on s.id = r.payment_id
    where r.status in ('pending', 'completed') and r.credit_account_id is null
      and not exists (select from payments x where x.from_refund_id = r.id)
  )`;

/** What the provider took back is no refund by the shop, and money that came twice is on no invoice. */
const papers = `
  coalesce((select sum(case when i.kind = 'invoice' then (i.content ->> 'totalCents')::int else -(i.content ->> 'amountCents')::int end)
    from invoices i left join refunds r on r.id = i.refund_id
    where i.order_id = o.id and coalesce(r.status, '') <> 'failed'), 0)::int as "onPaper",
  case when exists (select from invoices i where i.order_id = o.id) then (
    select coalesce(sum(p.amount_cents - (
        select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id and r.status = 'completed'
          and not exists (select from order_matters m
            where m.order_id = o.id and m.kind = 'reversed' and m.reference = r.provider_refund_id)
      )), 0)
    from payments p where p.order_id = o.id and (p.is_settling or p.provider in ('exchange', 'store credit'))
      and p.status in ('completed', 'refunded'))::int else 0 end as retained`;

async function readOrder(world: World, id: string): Promise<Seen> {
  const rows = await world.query<Seen>(
    `${sources} select (o.total_cents - o.credit_cents)::int as "toPay", o.paid_at is not null as "isPaid", o.is_stock_held as "isStockHeld", o.shipped_at is not null as "isShipped",
      o.payment_method = 'On Delivery' as "isOnDelivery",
      exists (select from order_changes c where c.order_id = o.id and c.undone_at is null) as "isCancelled",
      exists (select from order_exchanges x where x.order_id = o.id) as "isExchange",
      exists (select from order_matters m where m.order_id = o.id and m.payment_id is not null and m.kind <> 'payment risk') as "hasMatter",
      exists (select from order_matters m where m.order_id = o.id and m.kind = 'payment risk') as "isLookedAt",
      o.total_cents >= ${riskFromCents} and exists (select from payments p
        where p.order_id = o.id and p.is_settling and p.provider in ('paypal', 'stripe')) as "isOverRisk",
      (select coalesce(sum(amount_cents), 0)::int from payments where order_id = o.id and status in ('completed', 'refunded') and provider in ('paypal', 'stripe')) as captured,
      (select coalesce(sum(amount_cents), 0)::int from payments where order_id = o.id and status in ('completed', 'refunded') and provider in ('bank transfer', 'on delivery')) as transferred,
      (select coalesce(sum(amount), 0)::int from sent_back b where b.order_id = o.id and b.provider in ('paypal', 'stripe')) as refunded,
      (select coalesce(sum(amount), 0)::int from sent_back b where b.order_id = o.id and b.provider in ('bank transfer', 'on delivery')) as "paidBack",
      (select coalesce(sum(p.amount_cents - (
          select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id and r.status in ('pending', 'completed')
        )), 0)::int from payments p where p.order_id = o.id and p.status in ('completed', 'refunded') and p.provider in ('paypal', 'stripe')) as standing,
      (select coalesce(sum(p.amount_cents - (
          select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id and r.status in ('pending', 'completed')
        )), 0)::int from payments p where p.order_id = o.id and p.status in ('completed', 'refunded') and p.provider in ('bank transfer', 'on delivery'))
        as "transferStanding",
      (select count(*)::int from payments where order_id = o.id and is_settling) as settling,
      (select count(*)::int from payments where order_id = o.id and is_settling and amount_cents <> o.total_cents - o.credit_cents)
        as "settlingOtherwise",
      ${papers},
      array(select kind from order_matters where order_id = o.id and resolved_at is null) as open,
      exists (select from order_matters where order_id = o.id and kind = 'payment differs') as "hasDifference",
      exists (select from payments where order_id = o.id and provider = 'store credit') as "hadCredit",
      (select count(*)::int from payments where order_id = o.id and status in ('capturing', 'pending'))
        + (select count(*)::int from refunds where order_id = o.id and status in ('requested', 'pending')) as unfinished,
      (select count(*)::int from payments p where order_id = o.id and status = 'completed' and not is_settling and provider not in ('exchange', 'store credit')
        and not exists (select from order_matters m where m.payment_id = p.id and m.kind <> 'payment risk'))
      + (select count(*)::int from refunds r where order_id = o.id and requested_by is null
        and not exists (select from order_matters m where m.order_id = o.id and m.reference = r.provider_refund_id)) as unseen
     from orders o where o.id = $1`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("an order is gone");
  return row;
}

/** Units in stock and in orders, less what was restocked with refunds, are those of the beginning. */
async function judgeStock({ world, orders, productId, stock }: Schedule): Promise<string[]> {
  const rows = await world.query<{ total: number }>(
    `select (p.count_in_stock
      + (select coalesce(sum(i.qty), 0) from order_items i join orders o on o.id = i.order_id
         where i.product_id = p.id and o.is_stock_held)
      - (select coalesce(sum(b.qty), 0) from refund_items b join refunds r on r.id = b.refund_id
         join orders h on h.id = r.order_id and h.is_stock_held
         where b.product_id = p.id and r.restocked_at is not null))::int as total
     from products p where p.id = $1`,
    [productId],
  );
  const back = await world.query<{ id: string }>(
    `select id from (${brokenRules["more units back in stock than were ordered"]}) o where id = any($1)`,
    [orders.map(({ id }) => id)],
  );
  return [
    ...(rows[0]?.total === stock ? [] : [`units: ${rows[0]?.total} of ${stock}`]),
    ...back.map(({ id }) => `more units of order ${id} are back in stock than it had`),
  ];
}
