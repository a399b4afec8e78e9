import type { MatterKind } from "@shop/shared/order/matter";
import type { Order } from "@shop/shared/order/order";
import type { Refund } from "@shop/shared/order/refund";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ada, open, openToPay, paid, plate, simulator, unpaid } from "../order-page-in-test.tsx";
import { Refusal } from "../shop-in-test.tsx";

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("an order", () => {
  it("that is paid asks for no payment and loads nothing for it", async () => {
    const { server, provider } = open(paid);
    expect(await screen.findByText("2026-06-30")).toBeDefined();
    expect(screen.queryByText(/Trouble paying/)).toBeNull();
    expect(server.inputsOf("order.paymentConfig")).toEqual([]);
    expect(provider.scripts).toEqual([]);
  });

  it("that is paid has the searches counted that led to it, once, and nobody else's", async () => {
    const bought = "0190c4de-0000-7000-8000-00000000cafe";
    const order = { ...paid, orderItems: [{ name: "Flask", qty: 1, image: "", price: 40, product: bought }] };
    const trail = [
      { keyword: "thermos", ids: ["other", bought] },
      { keyword: "rug", ids: ["rug"] },
    ];
    sessionStorage.setItem("searchTrail", JSON.stringify(trail));
    const admin = open(order, {}, { ...ada, isAdmin: true });
    expect(await screen.findByText("Paid on")).toBeDefined();
    expect(admin.server.inputsOf("order.noteSearches")).toEqual([]);
    cleanup();
    const { server } = open(order, { "order.noteSearches": () => ({ message: "Counted" }) });
    await waitFor(() =>
      expect(server.inputsOf("order.noteSearches")).toEqual([
        { id: paid._id, searches: [{ keyword: "thermos", product: bought }] },
      ]),
    );
    expect(JSON.parse(sessionStorage.getItem("searchTrail") ?? "")).toEqual([{ keyword: "rug", ids: ["rug"] }]);
    sessionStorage.clear();
  });

  it("that was paid before offers its customer the receipt, and nobody else", async () => {
    const print = vi.fn();
    vi.stubGlobal("print", print);
    const { user } = open(paid, {
      [`/api/orders/${paid._id}/invoice.pdf`]: () => new Refusal(429, "Please wait a little.", "RATE_LIMITED"),
    });
    await user.click(await screen.findByRole("button", { name: "Print receipt" }));
    expect(print).toHaveBeenCalledOnce();
    await user.click(screen.getByRole("button", { name: "Invoice (PDF)" }));
    expect(await screen.findByText("Please wait a little.")).toBeDefined();
    cleanup();
    open(paid, {}, { ...ada, isAdmin: true });
    expect(await screen.findByText("Paid on")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Print receipt" })).toBeNull();
  });

  it("that is paid thanks its customer by name, says what happens next, and leads on", async () => {
    open({ ...paid, user: { name: "Ada Lovelace", email: ada.email } });
    expect(await screen.findByRole("heading", { name: "Thank you, Ada" })).toBeDefined();
    expect(screen.getByText(/We have received/).textContent).toBe(
      "We have received $56.00 for order 0beef. Next, we check your order and pack your items. This page shows each step.",
    );
    expect(screen.getByText("Our mails go to ada@example.com.")).toBeDefined();
    const links = within(screen.getByRole("navigation", { name: "More" })).getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["My Orders", "/profile"],
      ["Back to the shop", "/"],
    ]);
  });

  const step = "2026-07-01T01:00:00.000Z";
  it.each([
    [{ isConfirmed: true, confirmedAt: step }, "Next, we pack your items."],
    [{ isShipped: true, shippedAt: step }, "Your order is on its way to you."],
    [{ isShipped: true, shippedAt: step, isDelivered: true, deliveredAt: step }, "Your order has arrived."],
  ])("that is on says where it is: %j", async (steps, text) => {
    open({ ...paid, ...steps });
    expect((await screen.findByText(/We have received/)).textContent).toContain(text);
  });

  it("says when it arrives, with the days that its customer was told, until they are over", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-28T12:00:00.000Z") });
    const delivery = { minDays: 1, maxDays: 1, holidays: [], timeZone: "UTC" };
    const day = { today: "2026-11-28", todayEndsAt: Date.parse("2026-11-29T00:00:00.000Z") };
    const arrival = { from: "2026-11-26", to: "2026-11-28" };
    const shown = async (order: Order) => {
      open({ ...order, arrival }, {}, ada, { delivery: { ...delivery, ...day } });
      await screen.findByRole("heading", { name: "Order Summary" });
      return within(screen.getByRole("main"))
        .queryAllByText(/Nov 26 to 28/)
        .map(({ textContent }) => textContent);
    };
    expect(await shown(paid)).toEqual(["Arrives Nov 26 to 28", "Arrives Nov 26 to 28"]);
    vi.setSystemTime(new Date("2026-11-29T00:00:00.000Z"));
    cleanup();
    expect(await shown(paid)).toEqual(["Expected Nov 26 to 28", "Expected Nov 26 to 28"]);
    cleanup();
    expect(await shown({ ...paid, isDelivered: true, deliveredAt: step })).toEqual([]);
    cleanup();
    expect(await shown({ ...paid, isRefunded: true })).toEqual([]);
  });

  /** The parts of the page in their order. */
  const parts = () =>
    screen.getAllByRole("region").flatMap((region) => {
      const name =
        region.getAttribute("aria-label") ?? within(region).queryByRole("heading", { level: 2 })?.textContent;
      return ["Status", "Payment Method", "Shipping"].filter((known) => known === name);
    });

  it("that is not paid begins with what is to pay, and offers nothing that means something later only", async () => {
    open(unpaid, {}, ada, { returnsDays: 14 });
    expect(await screen.findByText("Not Paid")).toBeDefined();
    expect(parts()).toEqual(["Payment Method", "Status", "Shipping"]);
    for (const name of ["Print receipt", "Buy again"]) expect(screen.queryByRole("button", { name })).toBeNull();
    const main = within(screen.getByRole("main"));
    expect(main.queryByRole("link", { name: "Withdraw from this contract" })).toBeNull();
  });

  it("begins with the thanks once it is paid, and with its steps and parcels once it is under way", async () => {
    open(paid);
    expect(await screen.findByRole("heading", { name: /^Thank you/ })).toBeDefined();
    expect(parts()[0]).toBe("Payment Method");
    cleanup();
    open({ ...paid, isConfirmed: true, isProcessed: true, isShipped: true, shippedAt: step });
    expect(await screen.findByRole("heading", { name: /^Thank you/ })).toBeDefined();
    expect(parts()[0]).toBe("Status");
  });

  it("offers no withdrawal once its days are over", async () => {
    const delivered = { ...paid, isShipped: true, isDelivered: true, deliveredAt: "2026-01-01T00:00:00.000Z" };
    open(delivered, {}, ada, { returnsDays: 14 });
    expect(await screen.findByRole("button", { name: "Print receipt" })).toBeDefined();
    const main = within(screen.getByRole("main"));
    expect(main.queryByRole("link", { name: "Withdraw from this contract" })).toBeNull();
  });

  it("is bought again at today's prices, with one line gone and one with fewer units", async () => {
    const line = (product: string, qty: number) => ({ product, qty, name: product, image: "", price: 10 });
    const orderItems = [line("lamp", 2), line("rug", 1), line("vase", 3)];
    const today = { image: "", brand: "", category: "", description: "", price: 12.5 };
    const products = new Map([
      ["lamp", { ...today, _id: "lamp", name: "lamp", countInStock: 9 }],
      ["vase", { ...today, _id: "vase", name: "vase", countInStock: 1 }],
    ]);
    const quote = () => ({
      lines: orderItems.map(({ product: _id }) => ({ _id, product: products.get(_id) ?? null })),
    });
    const { user } = open({ ...paid, orderItems }, { "cartPricing.quote": quote });
    await user.click(await screen.findByRole("button", { name: "Buy again" }));
    expect(await screen.findByText("rug is not available any more")).toBeDefined();
    expect(screen.getByText("vase: only 1 of 3 left")).toBeDefined();
    expect(screen.getByText(/The rest is in your cart/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Buy again" }));
    await waitFor(() => expect(screen.getByRole("link", { name: "View cart" })).toBeDefined());
    const stored: unknown = JSON.parse(localStorage.getItem("cart") ?? "");
    expect(stored).toMatchObject({
      cartItems: [
        { _id: "lamp", qty: 2, price: 12.5 },
        { _id: "vase", qty: 1, price: 12.5 },
      ],
    });
  });

  it("leads to the withdrawal with its number and e-mail filled in, where the shop has the form", async () => {
    const { user } = open(paid, {}, ada, { returnsDays: 14 });
    await user.click(await screen.findByRole("link", { name: "Withdraw from this contract" }));
    const number = await screen.findByRole("textbox", { name: /Order number/ });
    expect(number).toHaveProperty("value", paid._id.slice(-5));
    expect(screen.getByRole("textbox", { name: /Email/ })).toHaveProperty("value", paid.user.email);
    cleanup();
    open(paid);
    await screen.findByRole("button", { name: "Buy again" });
    expect(within(screen.getByRole("main")).queryByRole("link", { name: "Withdraw from this contract" })).toBeNull();
  });

  it("whose money was refunded is not thanked for", async () => {
    open({ ...paid, isRefunded: true, refundedPrice: 56 });
    expect(await screen.findByText("Paid on")).toBeDefined();
    expect(screen.queryByText(/Thank you/)).toBeNull();
    expect(screen.getByRole("button", { name: "Print receipt" })).toBeDefined();
  });

  it("that is not paid says what is left, with the alert beside it", async () => {
    await openToPay({}, { ...unpaid, totalPrice: 95.66 });
    const left = screen.getByRole("heading", { name: "One step left: pay $95.66" });
    expect(left.nextElementSibling?.textContent).toBe("Not Paid");
    expect(screen.getByRole("link", { name: "My Orders" })).toBeDefined();
  });

  it("that its customer has withdrawn from asks for no payment", async () => {
    open({ ...unpaid, isWithdrawn: true }, {}, ada, { returnsDays: 14 });
    expect(await screen.findByText("You have withdrawn from this order, so there is nothing to pay.")).toBeDefined();
    expect(screen.queryByText(/One step left/)).toBeNull();
    expect(screen.queryByText("Not Paid")).toBeNull();
    expect(within(screen.getByRole("main")).queryByRole("link", { name: "Withdraw from this contract" })).toBeNull();
    const tracker = screen.getByRole("list", { name: "Order status" });
    expect(tracker.textContent).toBe("ConfirmedNot neededProcessingNot neededShippedNot neededDeliveredNot needed");
  });

  it("that was cancelled says by whom and why, and asks neither for payment nor for a withdrawal", async () => {
    const cancellation = { at: "2026-03-02T10:00:00.000Z", by: "shop" as const, reason: "It was damaged." };
    open({ ...unpaid, cancellation }, {}, ada, { returnsDays: 14 });
    expect(await screen.findByText(/^We cancelled this order on/)).toHaveProperty(
      "textContent",
      "We cancelled this order on 2026-03-02: It was damaged.",
    );
    expect(screen.getByText("There is nothing to pay.")).toBeDefined();
    expect(screen.queryByText(/One step left/)).toBeNull();
    cleanup();
    open({ ...paid, cancellation: { ...cancellation, by: "customer", reason: null } }, {}, ada, { returnsDays: 14 });
    expect(await screen.findByText(/^You cancelled this order on/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Cancel this order…" })).toBeNull();
    expect(within(screen.getByRole("main")).queryByRole("link", { name: "Withdraw from this contract" })).toBeNull();
  });

  it.each([
    ["", unpaid, true],
    ["", paid, true],
    ["paid", unpaid, true],
    ["paid", paid, false],
    ["never", unpaid, false],
  ] as const)("can be cancelled as long as the shop permits it (%j)", async (window, order, isPossible) => {
    open(order, {}, ada, window === "" ? {} : { cancelWindow: window });
    await screen.findByRole("heading", { name: "Order Summary" });
    expect(screen.queryByRole("button", { name: "Cancel this order…" }) !== null).toBe(isPossible);
  });

  it("whose payment is being checked asks for no second one", async () => {
    open({ ...unpaid, paymentResult: { id: "PROVIDER-1", status: "pending" } });
    expect(await screen.findByRole("heading", { name: "Your payment of $56.00 is being checked" })).toBeDefined();
    expect(screen.queryByText(/One step left/)).toBeNull();
  });

  it("shows each of its parcels with one button to the carrier", async () => {
    const parcel = { carrier: "ups" as const, carrierName: "UPS", version: 1, items: [] };
    const trackingUrl = "https://www.ups.com/track?tracknum=1Z1";
    open({
      ...paid,
      parcels: [
        { ...parcel, _id: "1", trackingNumber: "1Z1", trackingUrl },
        {
          ...parcel,
          _id: "2",
          carrier: "other",
          carrierName: "Another carrier",
          trackingNumber: "ABC-2",
          trackingUrl: null,
        },
      ],
    });
    const parcels = within(await screen.findByRole("list", { name: "Parcels" }));
    const links = parcels.getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href"), link.getAttribute("rel")])).toEqual([
      ["Track parcel 1", trackingUrl, "noopener noreferrer"],
    ]);
    expect(parcels.getByText("ABC-2")).toBeDefined();
  });

  it("that was sent in part says what is in the parcel, and that the rest follows", async () => {
    const items = [{ product: "1", name: "Lamp", qty: 2 }];
    const parcel = { carrier: "other" as const, carrierName: "Another carrier", version: 1, trackingUrl: null, items };
    const steps = { isConfirmed: true, confirmedAt: paid.paidAt, isProcessed: true, processedAt: paid.paidAt };
    open({ ...paid, ...steps, isPartlyShipped: true, parcels: [{ ...parcel, _id: "1", trackingNumber: "ABC-2" }] });
    expect(within(await screen.findByRole("list", { name: "Parcel" })).getByText("2 × Lamp")).toBeDefined();
    expect(screen.getByText("A part of your order is on its way. The rest follows.")).toBeDefined();
    expect(within(screen.getByRole("list", { name: "Order status" })).getByText("In part")).toBeDefined();
  });

  it("shows its history in the customer's own time, without the name of a zone", async () => {
    vi.stubEnv("TZ", "Pacific/Chatham");
    open(paid, { "order.history": () => [{ act: "placed", by: null, amount: null, at: "2026-06-29T01:00:00.000Z" }] });
    const history = within(await screen.findByRole("region", { name: "History" }));
    expect((await history.findByText("Placed")).closest("li")?.textContent).toBe("Placed2026-06-29 13:45");
  });

  it("offers administrators no way to pay", async () => {
    const { server, provider } = open(unpaid, {}, { ...ada, isAdmin: true });
    expect(await screen.findByText("Not Paid")).toBeDefined();
    expect(screen.queryByText(/Trouble paying/)).toBeNull();
    expect(server.inputsOf("order.paymentConfig")).toEqual([]);
    expect(provider.scripts).toEqual([]);
  });

  it("is paid with a script for the shop's own account, in dollars", async () => {
    const { provider } = await openToPay();
    expect(provider.scripts).toHaveLength(1);
    const address = new URL(provider.scripts[0]?.src ?? "");
    expect(address.origin + address.pathname).toBe("http://localhost:3990/sdk/js");
    expect(Object.fromEntries(address.searchParams)).toEqual({
      "client-id": "demo",
      currency: "USD",
      components: "buttons",
    });
  });

  it.each([
    { method: "PayPal", chosen: "paypal", other: "card", name: "Pay by card instead" },
    { method: "Credit Card", chosen: "card", other: "paypal", name: "Pay with PayPal instead" },
  ] as const)("to be paid by $method shows that button alone, and the other one when it is asked for", async (way) => {
    const { user } = await openToPay({}, { ...unpaid, paymentMethod: way.method });
    expect(plate()?.textContent).toBe(way.chosen);
    await user.click(screen.getByRole("button", { name: way.name }));
    expect(plate()?.textContent).toBe(way.chosen + way.other);
    expect(screen.queryByRole("button", { name: way.name })).toBeNull();
  });

  it("shows both ways to pay after a payment has failed", async () => {
    const { provider } = await openToPay();
    await act(async () => provider.button().onError({}));
    expect(plate()?.textContent).toBe("paypalcard");
  });

  it("cannot be paid in a shop without a provider, and says so", async () => {
    const { provider } = open(unpaid, {
      "order.paymentConfig": () => ({ clientId: "", mode: "off", scriptBase: null, stripe: null }),
    });
    expect(await screen.findByText(/^Online payment is not set up/)).toBeDefined();
    expect(screen.getByText("Trouble paying?")).toBeDefined();
    expect(provider.scripts).toEqual([]);
  });

  it("keeps its place when the way to pay cannot be asked for", async () => {
    let isDown = true;
    const { user, provider } = open(unpaid, {
      "order.paymentConfig": () => (isDown ? new Refusal(400, "Not now") : simulator),
    });
    const alert = await within(screen.getByRole("main")).findByRole("alert");
    expect(alert.textContent).toContain("Not now");
    isDown = false;
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    await provider.arrive("load", 1);
    expect(await screen.findByText("paypal")).toBeDefined();
  });
});

describe("an order of which money was refunded", () => {
  const refundOf = (amount: number, more: Partial<Refund> = {}): Refund => ({
    _id: `0190c4de-0000-7000-8000-0000000000${amount}0`,
    amount,
    status: "completed",
    reason: "Broken",
    createdAt: "2026-07-01T09:00:00.000Z",
    completedAt: "2026-07-02T09:00:00.000Z",
    ...more,
  });
  const sums = async () =>
    (await screen.findByRole("region", { name: "Order Summary" })).querySelector("dl")?.textContent;

  it("shows what was refunded below the total, and each refund with its day, state and reason", async () => {
    const inProgress = { status: "requested", completedAt: null } as const;
    const refunds = [
      refundOf(5),
      refundOf(6, { status: "pending", completedAt: null, reason: null }),
      refundOf(7, inProgress),
      refundOf(8, { status: "failed", completedAt: null }),
    ];
    open({ ...paid, refunds, refundedPrice: 18 });
    expect(await sums()).toBe("Items$40.00Shipping$10.00Tax (15%)$6.00Total$56.00Refunded−$18.00Net$38.00");
    const list = within(screen.getByRole("region", { name: "Refunds" })).getAllByRole("listitem");
    expect(list.map((item) => item.textContent)).toEqual([
      "Refunded2026-07-02−$5.00Broken",
      "On its way2026-07-01−$6.00Refunded at the payment provider",
      "Requested2026-07-01−$7.00Broken",
      "Not made2026-07-01$8.00Broken",
    ]);
    expect(screen.queryByText("Refunded on")).toBeNull();
  });

  it("says that it was refunded beside the day that it was paid", async () => {
    const late = refundOf(50, { completedAt: "2026-07-03T09:00:00.000Z" });
    open({ ...paid, refunds: [late, refundOf(6)], refundedPrice: 56, isRefunded: true });
    expect((await screen.findByText("Refunded on")).textContent).toBe("Refunded on 2026-07-03");
    expect(screen.getByText("Paid on").textContent).toBe("Paid on 2026-06-30");
    expect(await sums()).toContain("Refunded−$56.00Net$0.00");
    const tracker = screen.getByRole("list", { name: "Order status" });
    expect(tracker.textContent).toBe("ConfirmedNot neededProcessingNot neededShippedNot neededDeliveredNot needed");
  });

  it("says so while the refund is on its way", async () => {
    const refund = refundOf(56, { status: "pending", completedAt: null });
    open({ ...paid, refunds: [refund], refundedPrice: 56, isRefunded: true });
    expect(await screen.findByText("The refund is on its way")).toBeDefined();
    expect(screen.queryByText("Refunded on")).toBeNull();
  });

  it("can still be paid and sent where only other money than its own was refunded", async () => {
    open({ ...unpaid, refunds: [refundOf(5)], capturedPrice: 5, refundedPrice: 5, isRefunded: true });
    expect(await screen.findByText("Not Paid")).toBeDefined();
    const tracker = screen.getByRole("list", { name: "Order status" });
    expect(tracker.textContent).toBe("ConfirmedNot yetProcessingNot yetShippedNot yetDeliveredNot yet");
  });

  it("says what was paid where that is not the total, so that the net follows from it", async () => {
    open({ ...paid, refunds: [refundOf(56.01)], capturedPrice: 112.02, refundedPrice: 56.01 });
    expect(await sums()).toMatch(/Total\$56\.00Paid\$112\.02Refunded−\$56\.01Net\$56\.01$/);
  });

  it("counts the net in whole cents", async () => {
    open({ ...paid, refunds: [refundOf(0.1)], totalPrice: 0.3, capturedPrice: 0.3, refundedPrice: 0.1 });
    expect(await sums()).toMatch(/Total\$0\.30Refunded−\$0\.10Net\$0\.20$/);
  });

  it("shows nothing of refunds where there are none", async () => {
    open(paid);
    expect(await sums()).toMatch(/Total\$56\.00$/);
    expect(screen.queryByRole("region", { name: "Refunds" })).toBeNull();
  });
});

describe("an order that the shop is looking into", () => {
  const withMatters = (...kinds: MatterKind[]): Order => ({
    ...paid,
    matters: kinds.map((kind, n) => ({
      _id: `0190c4de-0000-7000-8000-00000000000${n}`,
      kind,
      amount: 56,
      openedAt: "2026-07-01T09:00:00.000Z",
    })),
  });

  it.each([
    [
      "paid twice",
      /^We are checking the payment of this order and will write to you\. You do not need to do anything\.$/,
    ],
    ["unknown payment", /^We are checking the payment of this order/],
    ["stock gone", /^We are checking the stock for this order/],
    ["refund stuck", /^We are checking the refund of this order/],
    ["disputed", /^Your dispute with the payment provider is open\. We will reply to it there\.$/],
  ] as const)("tells its customer so in one calm sentence: %s", async (kind, text) => {
    const { server } = open(withMatters(kind, "refunded"));
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getAllByText(/^We are checking|^Your dispute/)).toHaveLength(1);
    expect(screen.queryByText(kind, { exact: false })).toBeNull();
    expect(server.calls.filter(({ path }) => path.startsWith("admin."))).toEqual([]);
  });

  it("says no more of a payment without a result than where it is paid", async () => {
    open({ ...withMatters("payment stuck"), isPaid: false, paidAt: null });
    expect(await screen.findByText("Checking your payment")).toBeDefined();
    expect(screen.getAllByText(/We are checking/)).toHaveLength(1);
  });
});
