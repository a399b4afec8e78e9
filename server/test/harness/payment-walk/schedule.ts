import { adminSteps } from "@shop/shared/order/fulfilment";
import { refundOrderSchema } from "@shop/shared/order/refund";
import { uuidv7 } from "uuidv7";
import { products } from "../../../src/db/schema/products.ts";
import type { User } from "../../../src/domain/base/actor.ts";
import { DomainError } from "../../../src/domain/base/errors.ts";
import { resolveMatter } from "../../../src/domain/order/matters.ts";
import { placeOrder } from "../../../src/domain/order/place.ts";
import { addPaidParcel, advancePaidOrder } from "../../../src/domain/payment/advance.ts";
import { recordTransfer } from "../../../src/domain/payment/bank-transfer/record.ts";
import { takeBackTransfer } from "../../../src/domain/payment/bank-transfer/take-back.ts";
import { cancelOrder, cancelOwnOrder } from "../../../src/domain/payment/cancellation/cancel.ts";
import { reinstateOrder } from "../../../src/domain/payment/cancellation/reinstate.ts";
import { payOrder } from "../../../src/domain/payment/pay.ts";
import { requirePayable } from "../../../src/domain/payment/read.ts";
import { reconcilePayments } from "../../../src/domain/payment/reconcile.ts";
import { refundPayment } from "../../../src/domain/payment/refund.ts";
import { releaseExpiredHolds } from "../../../src/domain/payment/release-holds.ts";
import { startPayment } from "../../../src/domain/payment/start.ts";
import { handleWebhook } from "../../../src/domain/payment/webhook.ts";
import { randomFrom, wholeFrom } from "../random.ts";
import type { Decision, SimulatedProvider } from "./simulated-provider.ts";
import { addCredit, walkCredit } from "./walk-credit.ts";
import { addDiscount } from "./walk-discount.ts";
import { walkEdit } from "./walk-edit.ts";
import { findExchanged, walkExchange } from "./walk-exchange.ts";
import { walkExpress } from "./walk-express.ts";
import { walkReturn } from "./walk-return.ts";
import type { WalkedOrder } from "./walked-order.ts";
import { type Instance, type World, walkHoldMs } from "./world.ts";

/** What an order comes to, and an amount that no order has; in cents. */
const usualCents = 21_50;
const otherCents = 20_00;
/** What customers do in the browser; most approve. */
const usualDecisions: readonly Decision[] = ["approve", "approve", "approve", "approve", "decline", "pend", "cancel"];
/** What is judged by the state that it leaves. */
const actsAlone = ["advance", "ship a parcel", "take a transfer back"];
const clockSteps = [61_000, 1_200_000, 7_200_000, 25_000_000, 172_800_000];

/**
 * One seeded schedule of what customers, administrators, the provider and fate
 * do to a few orders. What goes wrong beyond a refusal is kept in `faults`.
 */
export class Schedule {
  readonly random: () => number;
  readonly orders: WalkedOrder[] = [];
  readonly log: string[] = [];
  readonly wrong: string[] = [];
  /** The provider's orders that were captured past the shop. */
  readonly elsewhere = new Set<string>();
  /** The provider's orders that were begun before there was one of the shop. */
  readonly checkouts = new Set<string>();
  readonly decisions = usualDecisions;
  productId = "";
  /** The code of a discount that orders use. */
  private code: string | undefined;
  /** The code of a gift card that orders are paid with. */
  giftCode: string | undefined;
  readonly stock: number;
  private readonly inProgress = new Set<Promise<unknown>>();
  private eventsBefore = new Map<SimulatedProvider, string | undefined>();
  private lastKey = "";

  constructor(
    readonly world: World,
    readonly seed: number,
  ) {
    this.random = randomFrom(seed);
    this.stock = wholeFrom(this.random, 1, 3);
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(this.random() * values.length)];
    if (value === undefined) throw new Error("nothing to pick from");
    return value;
  }

  /** Does all of it; some acts begin before others have ended. */
  async run(): Promise<void> {
    for (const provider of this.world.providers) {
      this.eventsBefore.set(provider, provider.events().at(-1)?.id);
      provider.drawAccount(this.random);
    }
    await this.prepare();
    const steps = wholeFrom(this.random, 6, 18);
    for (let step = 0; step < steps; step += 1) {
      const [name, act] = this.pickAct();
      this.log.push(name);
      const isAlone = actsAlone.includes(name) || this.random() < 0.7;
      if (isAlone) await this.settled();
      const running = this.guard(name, act());
      this.inProgress.add(running);
      void running.finally(() => this.inProgress.delete(running));
      if (isAlone) await running;
    }
  }

  /** Waits for what is under way; what died with its process never ends and is not waited for. */
  async settled(): Promise<void> {
    await Promise.all(this.inProgress);
  }

  private async prepare(): Promise<void> {
    const { world } = this;
    this.productId = uuidv7();
    await world.instances[0].deps.db.insert(products).values({
      id: this.productId,
      name: "Walked product",
      ...world.names,
      priceCents: 10_00,
      countInStock: this.stock,
      publishedAt: new Date(),
    });
    if (this.random() < 0.4) this.code = await addDiscount(world, this.seed, wholeFrom(this.random, 1, 2));
    if (this.random() < 0.4) this.giftCode = await addCredit(world, this.seed, this.random);
    await this.place(world.accounts.customers[0]);
    if (this.random() < 0.5) await this.place(this.pick(world.accounts.customers));
  }

  async place(customer: User, chosen?: "PayPal"): Promise<WalkedOrder | undefined> {
    const shippingAddress = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };
    const input = { orderItems: [{ productId: this.productId, qty: 1 }], shippingAddress };
    const { deps } = this.instance();
    const usual = this.random() < 0.2 ? "On Delivery" : this.pick(this.world.offered).wayToPay;
    const paymentMethod = chosen ?? usual;
    const codes = this.code !== undefined && this.random() < 0.7 ? { discountCodes: [this.code] } : {};
    const placed = await placeOrder(deps, customer, { ...input, ...codes, paymentMethod }).catch((error: unknown) => {
      // The last unit, or the last use of the code, is another order's.
      if (error instanceof DomainError && ["OUT_OF_STOCK", "PRICE_CHANGED"].includes(error.kind)) return undefined;
      throw error;
    });
    return placed === undefined ? undefined : this.addOrder(placed.order._id, customer);
  }

  /** An order that the schedule goes on with, once. */
  addOrder(id: string, customer: User): WalkedOrder {
    const known = this.orders.find((each) => each.id === id);
    if (known !== undefined) return known;
    const provider = { begun: [], foreign: [], unknown: [] };
    const order: WalkedOrder = { id, customer, ...provider, arrived: new Map(), recorded: new Set() };
    this.orders.push(order);
    return order;
  }

  /** Orders of exchanges whose process died before it could say so. */
  async addExchanged(): Promise<void> {
    for (const known of this.orders) {
      for (const { id } of await findExchanged(this.world, [known.id])) this.addOrder(id, known.customer);
    }
  }

  /** Customers whose browsers captured come back and report it. */
  async reportForeign(): Promise<void> {
    const { deps } = this.instance();
    for (const { id: orderId, customer, foreign } of this.orders) {
      const row = await requirePayable(deps.db, customer, orderId);
      for (const id of foreign) await payOrder(deps, customer, row, { id }).catch(ignoreRefusal);
    }
  }

  instance(): Instance {
    return this.pick(this.world.instances);
  }

  /** Lets an act end by itself, by a refusal, or with its process; anything else is a fault of the shop's. */
  private async guard(name: string, act: Promise<unknown>): Promise<void> {
    const before = [...this.world.instances];
    const ended = act.catch((error: unknown) => {
      if (error instanceof DomainError || before.some(({ isDead }) => isDead)) return;
      this.wrong.push(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    });
    await Promise.race([ended, ...before.map(({ died }) => died)]);
  }

  private pickAct(): [name: string, act: () => Promise<unknown>] {
    const acts: [weight: number, name: string, act: () => Promise<unknown>][] = [
      [30, "buy", () => this.buy()],
      [8, "start", () => this.start()],
      [8, "decide", async () => this.decide()],
      [12, "report", () => this.report()],
      [8, "capture elsewhere", async () => this.captureElsewhere()],
      [8, "reconcile", () => this.reconcile(wholeFrom(this.random, 1, 5))],
      [16, "fault", async () => this.pick(this.world.offered).planFault(this.random)],
      [8, "place", () => this.place(this.pick(this.world.accounts.customers))],
      [4, "kill", async () => this.kill()],
      [9, "clock", () => this.stepClock(this.pick(clockSteps))],
      [4, "release", () => releaseExpiredHolds(this.instance().deps.db, 10)],
      [10, "lapse", () => this.lapse()],
      [7, "create elsewhere", () => this.createElsewhere()],
      [6, "capture unknown", async () => this.captureUnknown()],
      [12, "refund", () => this.refund()],
      [6, "refund at the provider", async () => this.refundElsewhere()],
      [3, "reverse", async () => this.reverse()],
      [3, "dispute", async () => this.dispute()],
      [4, "end review", async () => this.endReview()],
      [14, "record a transfer", () => this.recordArrived()],
      [10, "take a transfer back", () => this.takeBack()],
      [9, "cancel", () => this.cancel()],
      [8, "reinstate", () => this.reinstate()],
      [8, "webhook", () => this.deliver()],
      [6, "resolve", () => this.resolve()],
      [8, "advance", () => this.advance()],
      [6, "ship a parcel", () => this.shipParcel()],
      [10, "return", () => walkReturn(this)],
      [6, "edit", () => walkEdit(this)],
      [14, "exchange", () => walkExchange(this)],
      [12, "express", () => walkExpress(this)],
      [12, "credit", () => walkCredit(this)],
    ];
    const sum = acts.reduce((all, [weight]) => all + weight, 0);
    let left = this.random() * sum;
    for (const [weight, name, act] of acts) {
      left -= weight;
      if (left <= 0) return [name, act];
    }
    throw new Error("nothing to do");
  }

  private async start(order = this.pick(this.orders)): Promise<void> {
    const { deps } = this.instance();
    const row = await requirePayable(deps.db, order.customer, order.id);
    // Some choose the other way to pay once they see it.
    const other = this.random() < 0.15 ? this.pick(this.world.offered).name : undefined;
    const { id } = await startPayment(deps, order.customer, row, other);
    if (!order.begun.some((begun) => begun.id === id)) {
      order.begun.push({ id, at: this.world.providerOf(id).now() });
    }
  }

  /** What most customers do, one thing after the other. */
  private async buy(): Promise<void> {
    await this.payFor(this.random() < 0.7 ? this.pick(this.orders.slice(0, 1)) : this.pick(this.orders));
  }

  async payFor(order: WalkedOrder): Promise<void> {
    await this.start(order).catch(ignoreRefusal);
    this.decide(order.begun.at(-1));
    if (this.random() < 0.85) await this.report(order);
  }

  private anyBegun(): { id: string; at: number } | undefined {
    const begun = this.orders.flatMap((order) => order.begun);
    return begun.length === 0 ? undefined : this.pick(begun);
  }

  private decide(begun = this.anyBegun()): void {
    if (begun === undefined) return;
    const provider = this.world.providerOf(begun.id);
    if (!provider.isOpen(begun.id, begun.at)) return;
    const isTakenAtOnce = provider.decide(begun.id, this.pick(this.decisions), this.random);
    if (isTakenAtOnce) this.elsewhere.add(begun.id);
  }

  private async report(order = this.pick(this.orders)): Promise<void> {
    const luck = this.random();
    const id = luck < 0.85 ? order.begun.at(-1)?.id : luck < 0.95 ? this.anyBegun()?.id : `INVENTED${this.seed}`;
    if (id === undefined) return;
    const { deps } = this.instance();
    const row = await requirePayable(deps.db, order.customer, order.id);
    await payOrder(deps, order.customer, row, { id });
  }

  /** The hold runs out, and somebody else wants the product. */
  private async lapse(): Promise<void> {
    await this.stepClock(walkHoldMs + 60_000);
    await releaseExpiredHolds(this.instance().deps.db, 10);
    for (let times = this.stock; times > 0; times -= 1) await this.place(this.pick(this.world.accounts.customers));
  }

  /** An old client of the shop's makes its order at the provider by itself, and reports it in the end. */
  private async createElsewhere(): Promise<void> {
    const order = this.pick(this.orders);
    const provider = this.pick(this.world.offered);
    const id = provider.create(order.id, usualCents, true);
    order.begun.push({ id, at: provider.now() });
    if (provider.decide(id, "approve", this.random)) this.elsewhere.add(id);
    if (this.random() < 0.6) this.capturePast(id);
    order.foreign.push(id);
    await this.report();
  }

  /** A program with the shop's account captures an order that names one of the shop's, and reports nothing. */
  private captureUnknown(): void {
    const order = this.pick(this.orders);
    const provider = this.pick(this.world.offered);
    const cents = this.random() < 0.8 ? usualCents : otherCents;
    const id = provider.create(order.id, cents, this.random() < 0.5);
    if (provider.decide(id, this.random() < 0.8 ? "approve" : "pend", this.random)) this.elsewhere.add(id);
    this.capturePast(id);
    if (provider.captures(id).length > 0) order.unknown.push(id);
  }

  /** The provider sends its events again until it is answered; the newest of each unknown capture is enough. */
  async deliverUnknown(): Promise<void> {
    for (const id of this.orders.flatMap(({ unknown }) => unknown)) {
      const provider = this.world.providerOf(id);
      const names = [id, ...provider.captures(id).map((capture) => capture.id)];
      const event = provider.events().findLast(({ about }) => names.includes(about));
      if (event === undefined) throw new Error("an unknown capture has no event");
      await this.send(provider, event.body);
    }
  }

  /** An old client of the shop's captures in the browser, past the server. */
  private captureElsewhere(): void {
    const begun = this.anyBegun();
    if (begun === undefined || !this.world.providerOf(begun.id).isApproved(begun.id, begun.at)) return;
    this.capturePast(begun.id);
  }

  private capturePast(id: string): void {
    refusing(() => {
      this.world.providerOf(id).capture(id);
      this.elsewhere.add(id);
    });
  }

  private async reconcile(limit: number): Promise<void> {
    const { deps } = this.instance();
    await reconcilePayments(deps, {
      limit,
      isStopping: () => false,
      onItemError: (error) => {
        if (!(error instanceof DomainError)) throw error;
      },
    });
  }

  private kill(): void {
    this.world.restart(this.random() < 0.5 ? 0 : 1);
  }

  /**
   * The clock goes on, for the shop's rows of this schedule and for the providers. No call is in flight
   * meanwhile, because none takes as long as a step.
   */
  async stepClock(ms: number): Promise<void> {
    await this.world.waitForCalls();
    for (const provider of this.world.providers) provider.advance(ms);
    await this.world.ageOrders(
      this.orders.map(({ id }) => id),
      ms,
    );
  }

  async refund(order = this.pick(this.orders)): Promise<void> {
    const { deps } = this.instance();
    const rows = await this.world.query<{ id: string; amount_cents: string }>(
      "select id, amount_cents from payments where order_id = $1 and status in ('completed', 'refunded')",
      [order.id],
    );
    if (rows.length === 0) return;
    const payment = this.pick(rows);
    const cents = this.random() < 0.4 ? Number(payment.amount_cents) : wholeFrom(this.random, 1, 20_00);
    if (this.random() < 0.7) this.lastKey = uuidv7();
    const restock = this.random() < 0.3 ? [{ product: this.productId, qty: 1 }] : [];
    const asCredit = this.random() < 0.2;
    const body = { amount: cents / 100, reason: "Walked", payment: payment.id, restock, asCredit };
    const request = { orderId: order.id, input: refundOrderSchema.parse(body), key: this.lastKey };
    const clicks = this.random() < 0.3 ? 3 : 1;
    const { admin } = this.world.accounts;
    const asked = await Promise.allSettled(Array.from({ length: clicks }, () => refundPayment(deps, admin, request)));
    for (const each of asked) if (each.status === "rejected") throw each.reason;
  }

  /** All of the provider's orders for the orders of the schedule. */
  private get providerOrders(): string[] {
    return this.orders.flatMap(({ begun, unknown }) => [...begun.map(({ id }) => id), ...unknown]);
  }

  private anyCapture(): { provider: SimulatedProvider; id: string } | undefined {
    const captures = this.providerOrders.flatMap((order) => {
      const provider = this.world.providerOf(order);
      return provider.captures(order).flatMap(({ id, isPending }) => (isPending ? [] : [{ provider, id }]));
    });
    return captures.length === 0 ? undefined : this.pick(captures);
  }

  private refundElsewhere(): void {
    const capture = this.anyCapture();
    const { provider } = capture ?? { provider: this.pick(this.world.offered) };
    if (this.random() < 0.3) provider.nextRefund(this.pick(["pending", "pending", "failed"]));
    if (capture === undefined || this.random() < 0.2) return;
    const cents = wholeFrom(this.random, 1, 20_00);
    refusing(() => provider.refund(capture.id, this.random() < 0.5 ? undefined : cents));
  }

  private reverse(): void {
    const capture = this.anyCapture();
    if (capture !== undefined) refusing(() => capture.provider.reverse(capture.id));
  }

  private dispute(): void {
    const capture = this.anyCapture();
    if (capture === undefined) return;
    const luck = this.random();
    const outcome = luck < 0.3 ? "lost" : luck < 0.5 ? "won" : undefined;
    refusing(() => capture.provider.dispute(capture.id, outcome));
  }

  endReview(): void {
    for (const order of this.providerOrders) {
      const provider = this.world.providerOf(order);
      provider.endReview(order, this.random() < 0.7);
      for (const { id } of provider.captures(order)) {
        for (const refund of provider.refundsOf(id).filter(({ isPending }) => isPending)) {
          provider.settleRefund(refund.id, this.random() < 0.7);
        }
      }
    }
  }

  /** Money arrives at the bank, and administrators record it, perhaps twice at once, or again. */
  private async recordArrived(): Promise<void> {
    const order = this.pick(this.orders);
    const known = [...order.arrived.keys()];
    const entry = known.length > 0 && this.random() < 0.5 ? this.pick(known) : `entry ${known.length + 1}`;
    const cents = order.arrived.get(entry) ?? (this.random() < 0.75 ? 21_50 : 20_00);
    await this.recordEntry(order, entry, cents);
    // The same entry with another amount is a mistake.
    if (this.random() < 0.8 || !order.recorded.has(entry)) return;
    const isTaken = await this.record(order, entry, cents + 1).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DomainError) return false;
        throw error;
      },
    );
    if (isTaken && order.recorded.has(entry)) this.wrong.push("an entry was recorded again with another amount");
  }

  private async recordEntry(order: WalkedOrder, entry: string, cents: number): Promise<void> {
    if ((order.arrived.get(entry) ?? cents) !== cents) return;
    order.arrived.set(entry, cents);
    const clicks = this.random() < 0.3 ? 3 : 1;
    const each = Array.from({ length: clicks }, () => this.record(order, entry, cents));
    for (const result of await Promise.allSettled(each)) if (result.status === "rejected") throw result.reason;
  }

  private async record(order: WalkedOrder, bankReference: string, amount: number): Promise<void> {
    const { deps } = this.instance();
    await recordTransfer(deps, this.world.accounts.admin, order.id, { amount, bankReference });
    if (order.arrived.get(bankReference) === amount) order.recorded.add(bankReference);
  }

  /** An administrator recorded money for the wrong order. */
  private async takeBack(): Promise<void> {
    const order = this.orders.find(({ recorded }) => recorded.size > 0);
    if (order === undefined) return;
    const entry = this.pick([...order.recorded]);
    // The customer has paid twice, and what is left is to pay the order.
    if (this.random() < 0.4) await this.recordEntry(order, `entry ${order.arrived.size + 1}`, 21_50);
    const [row] = await this.world.query<{ id: string }>("select id from payments where provider_order_id = $1", [
      `transfer:${order.id}:${entry}`,
    ]);
    if (row === undefined) return;
    const { deps } = this.instance();
    await takeBackTransfer(deps, this.world.accounts.admin, order.id, { payment: row.id, text: "A mistake of ours." });
    order.recorded.delete(entry);
    order.arrived.delete(entry);
  }

  /** Either side cancels, perhaps both at once. */
  async cancel({ id, customer } = this.pick(this.orders)): Promise<void> {
    const { admin } = this.world.accounts;
    const input = { reason: "Walked" };
    const byCustomer = () => cancelOwnOrder(this.instance().deps, customer, id, input);
    const byShop = () => cancelOrder(this.instance().deps, admin, id, input);
    const luck = this.random();
    const asked = luck < 0.2 ? [byCustomer(), byShop()] : luck < 0.6 ? [byCustomer()] : [byShop()];
    for (const each of await Promise.allSettled(asked)) if (each.status === "rejected") throw each.reason;
  }

  private async reinstate(): Promise<void> {
    const { id } = this.pick(this.orders);
    await reinstateOrder(this.instance().deps, this.world.accounts.admin, id, { text: "It is open again." });
  }

  /** Administrators who got no answer look, and record what is missing. */
  async recordAll(): Promise<void> {
    for (const order of this.orders) {
      for (const [entry, cents] of order.arrived) await this.record(order, entry, cents);
    }
  }

  /** Some of the provider's events, in any order, and any of them more than once. */
  private async deliver(): Promise<void> {
    const provider = this.pick(this.world.offered);
    const all = provider.events();
    const events = all.slice(all.findIndex(({ id }) => id === this.eventsBefore.get(provider)) + 1);
    if (events.length === 0) return;
    for (let times = wholeFrom(this.random, 1, 3); times > 0; times -= 1) {
      await this.send(provider, this.pick(events).body, this.random() < 0.9);
    }
  }

  private async send(provider: SimulatedProvider, body: string, isGenuine = true): Promise<void> {
    const signature = provider.sign(body, isGenuine);
    await handleWebhook(this.instance().deps, signature, { via: provider.name, body, address: "192.0.2.1" });
  }

  private async resolve(): Promise<void> {
    const rows = await this.world.query<{ id: string; order_id: string }>(
      "select id, order_id from order_matters where order_id = any($1) and resolved_at is null",
      [this.orders.map(({ id }) => id)],
    );
    if (rows.length === 0) return;
    const { id, order_id } = this.pick(rows);
    const { deps } = this.instance();
    await resolveMatter(deps.db, this.world.accounts.admin, order_id, { matterId: id, note: "Looked at it" });
  }

  /** An administrator takes the next step; nothing is prepared or shipped without money and stock. */
  private async advance(): Promise<void> {
    const order = this.pick(this.orders);
    const { deps } = this.instance();
    for (const to of adminSteps) {
      const { isRepeat } = await advancePaidOrder(deps, this.world.accounts.admin, { orderId: order.id, to });
      if (isRepeat) continue;
      if (to !== "delivered" && !(await this.isWell(order))) this.wrong.push(`${to} without money, stock or a look`);
      if (this.random() < 0.5) return;
    }
  }

  /** A parcel says what is in it, perhaps two at once, and the last unit ships the order. */
  private async shipParcel(): Promise<void> {
    const order = this.pick(this.orders);
    const { admin } = this.world.accounts;
    for (const to of ["confirmed", "processed"] as const) {
      await advancePaidOrder(this.instance().deps, admin, { orderId: order.id, to });
    }
    // A parcel that is entered later says how an order was sent, whatever became of its money since.
    const wasSent = await this.isSent(order);
    const parcels = this.random() < 0.3 ? 2 : 1;
    const asked = Array.from({ length: parcels }, () =>
      addPaidParcel(this.instance().deps, admin, order.id, {
        carrier: "other",
        trackingNumber: uuidv7().toUpperCase(),
        items: [{ product: this.productId, qty: 1 }],
        notifyCustomer: true,
      }),
    );
    const results = await Promise.allSettled(asked);
    const sent = results.filter(({ status }) => status === "fulfilled").length;
    if (sent > 1) this.wrong.push("one unit was sent twice");
    if (sent > 0 && !wasSent && !(await this.isWell(order))) this.wrong.push("sent without money, stock or a look");
    for (const each of results) if (each.status === "rejected") throw each.reason;
  }

  private async isSent({ id }: WalkedOrder): Promise<boolean> {
    const rows = await this.world.query<{ is_sent: boolean }>(
      "select shipped_at is not null as is_sent from orders where id = $1",
      [id],
    );
    return rows[0]?.is_sent === true;
  }

  /** Whether an order has its money, unless that is paid on delivery, and its units, and nobody has to look at it. */
  private async isWell({ id }: WalkedOrder): Promise<boolean> {
    const rows = await this.world.query<{ is_well: boolean }>(
      `select is_stock_held
        and not exists (select from order_matters m where m.order_id = o.id and m.resolved_at is null)
        and (o.payment_method = 'On Delivery' and o.paid_at is null or (select sum(p.amount_cents) from payments p where p.order_id = o.id and p.status in ('completed', 'refunded'))
          > (select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = o.id and r.status <> 'failed'))
        as is_well from orders o where id = $1`,
      [id],
    );
    return rows[0]?.is_well === true;
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}

/** The provider refuses what its state does not allow. */
function refusing(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "Refusal") throw error;
  }
}
