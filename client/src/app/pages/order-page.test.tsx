import { notifications } from "@mantine/notifications";
import type { MatterKind } from "@shop/shared/order/matter";
import type { Order } from "@shop/shared/order/order";
import type { Refund } from "@shop/shared/order/refund";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ShopIdentity } from "../../ui/shop-identity.ts";
import { emptyOrderParts } from "../order-in-test.ts";
import { Refusal, renderShop, stubServer } from "../shop-in-test.tsx";

const ada = { _id: "ada", name: "Ada", email: "ada@example.com", isAdmin: false, expirationTime: 4_000_000_000_000 };
const unpaid: Order = {
  _id: "0190c4de-0000-7000-8000-00000000beef",
  user: { name: "Ada", email: "ada@example.com" },
  orderItems: [],
  shippingAddress: { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" },
  paymentMethod: "PayPal",
  itemsPrice: 40,
  shippingPrice: 10,
  taxPrice: 6,
  totalPrice: 56,
  isPaid: false,
  paidAt: null,
  isConfirmed: false,
  confirmedAt: null,
  isProcessed: false,
  processedAt: null,
  isShipped: false,
  shippedAt: null,
  isDelivered: false,
  deliveredAt: null,
  createdAt: "2026-06-29T01:00:00.000Z",
  paymentResult: null,
  ...emptyOrderParts,
};
const paid: Order = { ...unpaid, isPaid: true, paidAt: "2026-06-30T23:12:03.000Z", capturedPrice: 56 };
const path = `/order/${unpaid._id}`;
const simulator = { clientId: "demo", mode: "simulator", scriptBase: "http://localhost:3990" };

type Options = {
  fundingSource: string;
  createOrder: () => Promise<string>;
  onApprove: (data: { orderID: string }, actions: { restart: () => void }) => Promise<void>;
  onError: (error: unknown) => void;
  onCancel?: () => void;
};

/** Stands where the provider's script would come from; nothing loads before the test says so. */
function stubProvider() {
  const scripts: HTMLScriptElement[] = [];
  const buttons: Options[] = [];
  const insert = document.head.insertBefore.bind(document.head);
  vi.spyOn(document.head, "insertBefore").mockImplementation((node, before) => {
    if (!(node instanceof HTMLScriptElement)) return insert(node, before);
    scripts.push(node);
    return node;
  });
  const arrive = async (event: "load" | "error", at = scripts.length) => {
    await waitFor(() => expect(scripts.length).toBeGreaterThanOrEqual(Math.max(at, 1)));
    if (event === "load") vi.stubGlobal("paypal", { Buttons: makeButtons });
    await act(async () => scripts.at(-1)?.dispatchEvent(new Event(event)));
  };
  const makeButtons = (options: Options) => {
    buttons.push(options);
    return {
      isEligible: () => true,
      render: async (place: HTMLElement) => {
        place.textContent = options.fundingSource;
      },
      close: async () => undefined,
    };
  };
  /** The newest button of a kind, with what the page does when it is used. */
  const button = (fundingSource = "paypal") => {
    const found = buttons.findLast((options) => options.fundingSource === fundingSource);
    if (found === undefined) throw new Error(`There is no ${fundingSource} button`);
    return found;
  };
  return { scripts, arrive, button };
}

type Answers = Parameters<typeof stubServer>[0];

function open(order: Order, answers: Answers = {}, viewer: object = ada, identity: Partial<ShopIdentity> = {}) {
  localStorage.setItem("userInfo", JSON.stringify(viewer));
  const provider = stubProvider();
  const server = stubServer({
    "account.profile": () => viewer,
    "order.byId": () => order,
    "order.mine": () => [],
    "order.paymentConfig": () => simulator,
    "order.startPayment": () => ({ id: "PROVIDER-1" }),
    ...answers,
  });
  return { provider, server, ...renderShop(path, [], identity) };
}

/** An open order whose buttons have come. */
async function openToPay(answers: Answers = {}, order = unpaid) {
  const shop = open(order, answers);
  await screen.findByText("Not Paid");
  await shop.provider.arrive("load");
  await screen.findByText("A secure window will open. You only pay once you approve there.");
  return shop;
}

const approve = (shop: Awaited<ReturnType<typeof openToPay>>, restart = vi.fn()) =>
  act(async () => {
    const id = await shop.provider.button().createOrder();
    await shop.provider.button().onApprove({ orderID: id }, { restart });
  });

const plate = () => screen.getByText("paypal").closest("[class*=plate]");
const toast = (text: string) => screen.findByText(text, { selector: "[data-outcome] *" });
/** What stays above the buttons after a failed payment. */
const failure = () => plate()?.parentElement?.querySelector("[data-tone=danger]")?.textContent;
const isBlocked = () => plate()?.closest("[inert]") !== null;

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
      "We have received $56.00. Next, we check your order and pack your items. This page shows each step.",
    );
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

  it("that is not paid can be printed too, with the word that it is not paid", async () => {
    await openToPay();
    expect(screen.getByText("Not Paid")).toBeDefined();
    expect(screen.getByRole("button", { name: "Print receipt" })).toBeDefined();
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
  });

  it("whose payment is being checked asks for no second one", async () => {
    open({ ...unpaid, paymentResult: { id: "PROVIDER-1", status: "pending" } });
    expect(await screen.findByRole("heading", { name: "Your payment of $56.00 is being checked" })).toBeDefined();
    expect(screen.queryByText(/One step left/)).toBeNull();
  });

  it("shows each of its parcels with one button to the carrier", async () => {
    const parcel = { carrier: "ups" as const, carrierName: "UPS", version: 1 };
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
    ["PayPal", "paypalcard"],
    ["Credit Card", "cardpaypal"],
  ] as const)("to be paid by %s shows that button first", async (paymentMethod, shown) => {
    await openToPay({}, { ...unpaid, paymentMethod });
    expect(plate()?.textContent).toBe(shown);
  });

  it("cannot be paid in a shop without a provider, and says so", async () => {
    const { provider } = open(unpaid, {
      "order.paymentConfig": () => ({ clientId: "", mode: "off", scriptBase: null }),
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

describe("the provider's script", () => {
  const text = "The payment buttons could not be loaded.";

  it("that fails is logged and can be asked for again", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { provider, user } = open(unpaid);
    await screen.findByText("Not Paid");
    await provider.arrive("error");
    expect(await screen.findByText(text)).toBeDefined();
    expect(log.mock.calls.flat().join()).toContain("Failed to load the PayPal JS SDK script.");
    expect(document.querySelector("[data-outcome=error]")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await provider.arrive("load", 2);
    expect(await screen.findByText("paypal")).toBeDefined();
  });

  it("that hangs is not waited for in silence, and may still come", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { provider } = open(unpaid);
    await screen.findByText("Not Paid");
    await waitFor(() => expect(provider.scripts).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(screen.getByText(text)).toBeDefined();
    await provider.arrive("load");
    expect(await screen.findByText("paypal")).toBeDefined();
    expect(screen.queryByText(text)).toBeNull();
  });
});

describe("paying", () => {
  it("says that it is being finished, then that it is paid, where the buttons were", async () => {
    let answer: (order: Order) => void = () => undefined;
    let isSettled = false;
    const shop = await openToPay({
      "order.pay": () => new Promise<Order>((resolve) => (answer = resolve)),
      "order.byId": () => (isSettled ? paid : unpaid),
    });
    const { createOrder, onApprove } = shop.provider.button();
    const orderID = await act(createOrder);
    let settled: Promise<void> | undefined;
    await act(async () => {
      settled = onApprove({ orderID }, { restart: vi.fn() });
    });
    expect(await screen.findByText("Finishing payment…")).toBeDefined();
    expect(isBlocked()).toBe(true);
    expect(screen.queryByText("Order is paid")).toBeNull();
    isSettled = true;
    await act(async () => {
      answer(paid);
      await settled;
    });
    expect(await screen.findByText("Order is paid")).toBeDefined();
    const state = screen.getByText("2026-06-30").closest("[tabindex='-1']");
    expect(state?.textContent).toContain("Paid on 2026-06-30");
    expect(document.activeElement).toBe(state);
    expect(screen.queryByText("Not Paid")).toBeNull();
    expect(screen.queryByText("paypal")).toBeNull();
    expect(shop.server.inputsOf("order.pay")).toEqual([{ orderId: unpaid._id, id: "PROVIDER-1" }]);
    await waitFor(() => expect(shop.server.inputsOf("order.byId")).toHaveLength(2));
  });

  it("adds to the history of the order while it is open", async () => {
    let isSettled = false;
    const event = (name: string) => ({ act: name, by: null, amount: null, at: "2026-06-29T01:00:00.000Z" });
    const shop = await openToPay({
      "order.pay": () => {
        isSettled = true;
        return paid;
      },
      "order.byId": () => (isSettled ? paid : unpaid),
      "order.history": () => ["placed", ...(isSettled ? ["paid"] : [])].map(event),
    });
    const history = within(screen.getByRole("region", { name: "History" }));
    await history.findByText("Placed");
    expect(history.queryByText("Paid")).toBeNull();
    await approve(shop);
    expect(await history.findByText("Paid")).toBeDefined();
  });

  it("twice at a time makes one order with the provider", async () => {
    const { provider, server } = await openToPay();
    await act(async () => {
      const ids = await Promise.all([provider.button().createOrder(), provider.button("card").createOrder()]);
      expect(ids).toEqual(["PROVIDER-1", "PROVIDER-1"]);
    });
    expect(server.inputsOf("order.startPayment")).toEqual([{ id: unpaid._id }]);
  });

  it("that the card's bank declines says so and opens the window again", async () => {
    const shop = await openToPay({
      "order.pay": () => new Refusal(402, "Your card was declined", "INSTRUMENT_DECLINED"),
    });
    const restart = vi.fn();
    await approve(shop, restart);
    expect(await toast("Your card was declined")).toBeDefined();
    expect(restart).toHaveBeenCalledOnce();
    expect(isBlocked()).toBe(false);
    act(() => notifications.clean());
    expect(failure()).toBe("Your card was declined");
    await act(() => shop.provider.button().createOrder());
    expect(failure()).toBeUndefined();
    expect(screen.queryByText("Order is paid")).toBeNull();
    expect(screen.getByText("Not Paid")).toBeDefined();
  });

  it.each([
    [402, "PAYMENT_NOT_VERIFIED"],
    [503, "PAYMENT_PROVIDER_UNAVAILABLE"],
  ])("that is refused (%i %s) says so and gives the buttons back", async (status, code) => {
    const shop = await openToPay({ "order.pay": () => new Refusal(status, "It did not work", code) });
    await approve(shop);
    expect(await toast("It did not work")).toBeDefined();
    expect(isBlocked()).toBe(false);
    expect(screen.queryByText("Order is paid")).toBeNull();
  });

  it("that the server refuses to begin says why, once", async () => {
    const { provider } = await openToPay({
      "order.startPayment": () => new Refusal(409, "Lamp is sold out", "OUT_OF_STOCK"),
    });
    await act(async () => {
      const error: unknown = await provider
        .button()
        .createOrder()
        .catch((reason: unknown) => reason);
      provider.button().onError(error);
    });
    expect(await toast("Lamp is sold out")).toBeDefined();
    expect(screen.queryByText("Payment error")).toBeNull();
  });

  it.each([
    [{ message: "The window could not be opened" }, "The window could not be opened"],
    [{}, "Payment error"],
  ])("that fails at the provider's says so", async (error, text) => {
    const { provider } = await openToPay();
    await act(async () => provider.button().onError(error));
    expect(await toast(text)).toBeDefined();
    expect(failure()).toBe(text);
  });

  it("that is pending says so, lets nobody pay again, and turns into paid by itself", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let now: Order = unpaid;
    const shop = await openToPay({
      "order.byId": () => now,
      "order.pay": () => new Refusal(409, "The payment is pending", "PAYMENT_PENDING"),
    });
    await approve(shop);
    expect(await screen.findByText("Payment pending")).toBeDefined();
    expect(document.querySelector("[data-outcome=error]")).toBeNull();
    expect(isBlocked()).toBe(true);
    now = paid;
    await act(() => vi.advanceTimersByTimeAsync(3_500));
    expect(await screen.findByText("Order is paid")).toBeDefined();
    expect(screen.getByText("2026-06-30")).toBeDefined();
  });

  it.each([
    ["pending", "Payment pending"],
    ["capturing", "Looking up your payment"],
  ] as const)("that was %s when the page was opened is waited for", async (status, text) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let now: Order = { ...unpaid, paymentResult: { id: "PROVIDER-1", status } };
    const { provider, server } = open(now, { "order.byId": () => now });
    expect(await screen.findByText(text)).toBeDefined();
    await waitFor(() => expect(server.inputsOf("order.paymentConfig")).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(provider.scripts).toEqual([]);
    // The provider's final no.
    now = unpaid;
    await act(() => vi.advanceTimersByTimeAsync(3_500));
    await provider.arrive("load", 1);
    expect(await screen.findByText("paypal")).toBeDefined();
    expect(screen.queryByText(text)).toBeNull();
    expect(await toast("The payment did not go through. Please try again.")).toBeDefined();
    expect(failure()).toBe("The payment did not go through. Please try again.");
  });

  it("without an answer is looked up, never begun again, and can be asked for", async () => {
    let isKnown = false;
    const shop = await openToPay({
      "order.byId": () => (isKnown ? paid : unpaid),
      "order.pay": () => (isKnown ? paid : new Refusal(503, "We are looking it up", "PAYMENT_STATUS_UNKNOWN")),
    });
    await approve(shop);
    expect(await screen.findByText("Looking up your payment")).toBeDefined();
    expect(screen.getByText("We are looking it up")).toBeDefined();
    expect(isBlocked()).toBe(true);
    isKnown = true;
    await shop.user.click(screen.getByRole("button", { name: "Check again" }));
    expect(await screen.findByText("Order is paid")).toBeDefined();
    const asked = { orderId: unpaid._id, id: "PROVIDER-1" };
    expect(shop.server.inputsOf("order.pay")).toEqual([asked, asked]);
    expect(shop.server.inputsOf("order.startPayment")).toHaveLength(1);
  });

  it("over a broken connection counts as without an answer", async () => {
    const shop = await openToPay({
      "order.pay": () => {
        throw new TypeError("Failed to fetch");
      },
    });
    await approve(shop);
    expect(await screen.findByText("Looking up your payment")).toBeDefined();
  });

  it("that the provider does not take for this shop says so once, and begins nothing by itself", async () => {
    const text = "The payment provider does not accept payments for this shop right now. Nothing was charged.";
    const shop = await openToPay({ "order.pay": () => new Refusal(402, text, "PAYMENT_REFUSED") });
    const restart = vi.fn();
    await approve(shop, restart);
    expect(await screen.findAllByText(text, { selector: "[data-outcome] *" })).toHaveLength(1);
    expect(failure()).toBe(text);
    expect(restart).not.toHaveBeenCalled();
    expect(isBlocked()).toBe(false);
    expect(shop.server.inputsOf("order.pay")).toHaveLength(1);
    expect(shop.server.inputsOf("order.startPayment")).toHaveLength(1);
  });

  it("that is asked for too often says to wait, and lets nobody pay again meanwhile", async () => {
    let isBusy = true;
    const text = "Too many attempts. Please wait a little and try again.";
    const shop = await openToPay({
      "order.byId": () => (isBusy ? unpaid : paid),
      "order.pay": () => (isBusy ? new Refusal(429, text, "RATE_LIMITED") : paid),
    });
    await approve(shop);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByText("Looking up your payment")).toBeDefined();
    expect(isBlocked()).toBe(true);
    expect(screen.queryByText(/use the other button/)).toBeNull();
    isBusy = false;
    await shop.user.click(screen.getByRole("button", { name: "Check again" }));
    expect(await screen.findByText("Order is paid")).toBeDefined();
  });

  it("that the provider has taken before, unknown to the shop, says so and lets nobody pay again", async () => {
    const text = "The payment provider says that this order was paid before. Please do not pay again.";
    let now: Order = unpaid;
    const shop = await openToPay({
      "order.byId": () => now,
      "order.pay": () => {
        const matter = { _id: unpaid._id, kind: "unknown payment", amount: null, openedAt: unpaid.createdAt } as const;
        now = { ...unpaid, matters: [matter] };
        return new Refusal(409, text, "ALREADY_PAID");
      },
    });
    await approve(shop);
    expect(await screen.findByText(text)).toBeDefined();
    expect(await screen.findByText("Checking your payment")).toBeDefined();
    expect(isBlocked()).toBe(true);
  });

  it("that another payment was faster than tells no failure", async () => {
    let now: Order = unpaid;
    const shop = await openToPay({
      "order.byId": () => now,
      "order.pay": () => {
        now = paid;
        return new Refusal(409, "This order is already paid", "ALREADY_PAID");
      },
    });
    await approve(shop);
    expect(await screen.findByText("Order is paid")).toBeDefined();
    expect(document.querySelector("[data-outcome=error]")).toBeNull();
  });

  it("without an answer when the page was opened is asked for with the order that the provider has", async () => {
    const capturing: Order = { ...unpaid, paymentResult: { id: "PROVIDER-7", status: "capturing" } };
    let isKnown = false;
    const { server, user } = open(capturing, {
      "order.byId": () => (isKnown ? paid : capturing),
      "order.pay": () => {
        isKnown = true;
        return paid;
      },
    });
    await user.click(await screen.findByRole("button", { name: "Check again" }));
    expect(await screen.findByText("Order is paid")).toBeDefined();
    expect(server.inputsOf("order.pay")).toEqual([{ orderId: unpaid._id, id: "PROVIDER-7" }]);
  });

  it("that is refused after it was looked up says why, and not a second time in other words", async () => {
    let now: Order = { ...unpaid, paymentResult: { id: "PROVIDER-7", status: "capturing" } };
    const shop = open(now, {
      "order.byId": () => now,
      "order.pay": () => {
        now = unpaid;
        return new Refusal(402, "The payment was not approved", "PAYMENT_NOT_VERIFIED");
      },
    });
    await shop.user.click(await screen.findByRole("button", { name: "Check again" }));
    expect(await screen.findByText("The payment was not approved")).toBeDefined();
    await waitFor(() => expect(screen.queryByText("Looking up your payment")).toBeNull());
    expect(screen.queryByText("The payment did not go through. Please try again.")).toBeNull();
  });
});
