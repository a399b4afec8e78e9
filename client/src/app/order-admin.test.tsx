import { type MatterKind, type MatterRecord, matterKinds } from "@shop/shared/order/matter";
import type { Order } from "@shop/shared/order/order";
import type { Parcel } from "@shop/shared/order/parcel";
import type { OrderMoney, PaymentRecord, Refund } from "@shop/shared/order/refund";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { emptyOrderParts } from "./order-in-test.ts";
import { fill, Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const day = (n: number) => `2026-03-0${n}T10:00:00.000Z`;
const idOf = (n: number) => `0190c4de-0000-4000-8000-00000000000${n}`;
const lamp = { product: idOf(8), name: "Lamp", qty: 2 };

const paid: Order = {
  _id: "0190c4de-0000-7000-8000-0000000bbbbb",
  user: { name: "Ada Lovelace", email: "ada@example.com" },
  orderItems: [],
  shippingAddress: { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" },
  paymentMethod: "PayPal",
  itemsPrice: 10,
  shippingPrice: 10,
  taxPrice: 1.5,
  totalPrice: 21.5,
  isPaid: true,
  paidAt: day(2),
  isConfirmed: false,
  confirmedAt: null,
  isProcessed: false,
  processedAt: null,
  isShipped: false,
  shippedAt: null,
  isDelivered: false,
  deliveredAt: null,
  createdAt: day(1),
  paymentResult: { id: "PROVIDER-1", status: "completed" },
  ...emptyOrderParts,
  capturedPrice: 21.5,
};
const payment: PaymentRecord = {
  _id: idOf(1),
  provider: "paypal",
  bankReference: null,
  providerOrderId: "PROVIDER-1",
  captureId: "CAPTURE-1",
  status: "completed",
  amount: 21.5,
  currency: "USD",
  refundable: 21.5,
  isSettling: true,
  createdAt: day(2),
  refunds: [],
};
const matterOf = (kind: MatterKind, more: Partial<MatterRecord> = {}): MatterRecord => ({
  _id: idOf(5),
  kind,
  amount: 21.5,
  openedAt: day(3),
  paymentId: null,
  detail: null,
  resolution: null,
  ...more,
});
const wire = ({ _id, kind, amount, openedAt }: MatterRecord) => ({ _id, kind, amount, openedAt });
const refundOf = (amount: number, more: Partial<Refund> = {}): Refund => ({
  _id: idOf(6),
  amount,
  status: "completed",
  reason: "Broken",
  createdAt: day(4),
  completedAt: day(4),
  ...more,
});

type Answers = Parameters<typeof stubServer>[0];
/** Opens the order page as an admin; a test can change what the stubbed server returns while it is open. */
async function open(
  answers: Answers = {},
  known: { order: Order; money: Partial<OrderMoney> } = { order: paid, money: {} },
) {
  localStorage.setItem("userInfo", JSON.stringify(boss));
  const server = stubServer({
    "account.profile": () => boss,
    "order.byId": () => known.order,
    "order.history": () => [],
    "admin.orders.money": () => ({ payments: [payment], matters: [], restockable: [lamp], ...known.money }),
    ...answers,
  });
  const shop = renderShop(`/order/${paid._id}`);
  const payments = await screen.findByRole("region", { name: "Payments" });
  await waitFor(() => expect(payments.querySelector("[class*=skeleton]")).toBeNull());
  return { ...shop, server, payments };
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("An order shows with which regular and lowest price its customer saw a reduced one", async () => {
  const item = { name: "Lamp", qty: 2, image: "", price: 8, product: idOf(8) };
  const reduced = { ...item, name: "Rug", product: idOf(9), regularPrice: 10, lowestPrice: 9 };
  await open({}, { order: { ...paid, orderItems: [item, reduced] }, money: {} });
  const lineOf = (name: string) => screen.getByRole("link", { name }).closest("li")?.textContent;
  expect(lineOf("Rug")).toContain("Reduced from $10.00. Lowest price of the 30 days before: $9.00");
  expect(lineOf("Lamp")).not.toContain("Reduced");
});

describe("the matters of an order", () => {
  const twice = matterOf("paid twice", { detail: "CAPTURE-2 completed" });
  const withMatter = { order: { ...paid, matters: [wire(twice)] }, money: { matters: [twice] } };

  it("come before everything else, with the money, the time, the provider's word and what to do", async () => {
    await open({}, withMatter);
    const matters = await screen.findByRole("region", { name: "Needs attention" });
    expect(within(matters).getByRole("heading", { level: 3 }).textContent).toBe("Paid twice");
    expect(matters.textContent).toContain("A second payment of $21.50 was taken. Refund one of the two payments.");
    await waitFor(() =>
      expect(matters.textContent).toContain(
        "Since 2026-03-03 10:00 UTC · The payment provider says: CAPTURE-2 completed",
      ),
    );
    const steps = screen.getByRole("region", { name: "Steps of this order" });
    const payments = screen.getByRole("region", { name: "Payments" });
    expect(matters.compareDocumentPosition(steps)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(steps.compareDocumentPosition(payments)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(within(steps).getByText("Resolve the second payment first")).toBeDefined();
  });

  it("say of every kind what to do about it, with an amount and without", async () => {
    const known = matterKinds.flatMap((kind) => [matterOf(kind), matterOf(kind, { amount: null })]);
    const matters = known.map((matter, n) => ({ ...matter, _id: `${matter._id}-${n}` }));
    await open({}, { order: { ...paid, matters: matters.map(wire) }, money: { matters } });
    const items = within(await screen.findByRole("region", { name: "Needs attention" })).getAllByRole("listitem");
    const help = items.map((item) => item.querySelector("p")?.textContent ?? "");
    expect(help).toHaveLength(2 * matterKinds.length);
    for (const text of help) {
      expect(text).toMatch(/^[A-Z$].+\.$/);
      expect(text).not.toMatch(/null|undefined| {2}|figures|looked after/);
    }
  });

  it("are resolved with a note, which shows below, and the order goes on", async () => {
    const known: { order: Order; money: Partial<OrderMoney> } = { ...withMatter };
    const { user, server } = await open(
      {
        "admin.orders.resolve": () => {
          const resolution = { at: day(5), by: "Boss", note: "Refunded the second" };
          known.order = paid;
          known.money = { matters: [{ ...twice, resolution }] };
          return paid;
        },
      },
      known,
    );
    const matters = await screen.findByRole("region", { name: "Needs attention" });
    await user.click(within(matters).getByRole("button", { name: "Mark as resolved" }));
    const dialog = await screen.findByRole("dialog", { name: "Mark as resolved: Paid twice" });
    const note = within(dialog).getByLabelText(/What did you find or do\?/);
    await waitFor(() => expect(document.activeElement).toBe(note));
    expect(dialog.textContent).toContain("Refund one of the two payments.");
    expect(dialog.textContent).toContain("The order can continue once nothing on it needs attention.");

    await user.click(within(dialog).getByRole("button", { name: "Mark as resolved" }));
    expect(note.getAttribute("aria-invalid")).toBe("true");
    const described = (note.getAttribute("aria-describedby") ?? "").split(" ");
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain("A note is required");
    expect(document.activeElement).toBe(note);

    await user.type(note, "Refunded{Enter}the second");
    await user.dblClick(within(dialog).getByRole("button", { name: "Mark as resolved" }));
    expect((await screen.findByText("Marked as resolved")).closest("[role=status]")).not.toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(server.inputsOf("admin.orders.resolve")).toEqual([
      { id: paid._id, matterId: twice._id, note: "Refunded the second" },
    ]);
    const resolved = await screen.findByText("Resolved (1)");
    const fold = resolved.closest("details");
    expect(fold?.open).toBe(false);
    expect(fold?.textContent).toContain("Resolved 2026-03-05 10:00 UTC by Boss");
    expect(fold?.textContent).toContain("Refunded the second");
    expect(screen.getByRole("button", { name: "Mark As Confirmed" }).hasAttribute("disabled")).toBe(false);
    // The button that opened the dialog is gone; the focus moves to its panel.
    await waitFor(() => expect(document.activeElement).toBe(fold?.closest("section")));
  });

  it("say why one cannot be resolved, and keep what was written", async () => {
    const gone = matterOf("stock gone", { amount: null });
    const { user } = await open(
      { "admin.orders.resolve": () => new Refusal(409, "Only 1 of Lamp left", "OUT_OF_STOCK") },
      { order: { ...paid, matters: [wire(gone)] }, money: { matters: [gone] } },
    );
    await user.click(await screen.findByRole("button", { name: "Mark as resolved" }));
    const dialog = await screen.findByRole("dialog", { name: "Mark as resolved: Paid after the units were sold out" });
    expect(dialog.textContent).toContain("so there must be enough of them");
    const note = within(dialog).getByLabelText(/What did you find/);
    await fill(user, note, "Restocked");
    await user.click(within(dialog).getByRole("button", { name: "Mark as resolved" }));
    expect((await within(dialog).findByRole("alert")).textContent).toBe("Only 1 of Lamp left");
    expect(note).toHaveProperty("value", "Restocked");
  });

  it("are left as they are with Escape, which gives the focus back to the button", async () => {
    const { user, server } = await open({}, withMatter);
    const button = await screen.findByRole("button", { name: "Mark as resolved" });
    await user.click(button);
    await screen.findByRole("dialog");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement).toBe(button);
    expect(server.inputsOf("admin.orders.resolve")).toEqual([]);
  });

  it("that the shop resolved itself are marked as such", async () => {
    const resolution = { at: day(5), by: null, note: "The dispute was won" };
    await open({}, { order: paid, money: { matters: [matterOf("disputed", { resolution })] } });
    const fold = (await screen.findByText("Resolved (1)")).closest("details");
    expect(fold?.textContent).toContain("automatically");
    expect(fold?.textContent).toContain("The dispute was won");
  });
});

describe("the payments of an order", () => {
  const refundButton = () => screen.findByRole("button", { name: "Refund…" });
  /** Opens the refund dialog with valid values. */
  async function openRefund(shop: Awaited<ReturnType<typeof open>>, reason = "Broken") {
    await shop.user.click(await refundButton());
    const dialog = await screen.findByRole("dialog", { name: "Refund payment" });
    const amount = within(dialog).getByLabelText(/^Amount/);
    await waitFor(() => expect(document.activeElement).toBe(amount));
    if (reason !== "") await shop.user.type(within(dialog).getByLabelText(/^Reason/), reason);
    const press = (name: string) => shop.user.click(within(dialog).getByRole("button", { name }));
    return { dialog, amount, press };
  }
  const keysOf = (inputs: unknown[]) => inputs.map((input) => Reflect.get(Object(input), "idempotencyKey"));
  const made = (refund: Refund) => ({
    order: { ...paid, refunds: [refund], refundedPrice: refund.amount },
    refund,
  });

  it("show how far each came, its names at the provider, and what was refunded by whom and why", async () => {
    const own = { ...refundOf(5), by: "Boss" };
    const outside = { ...refundOf(2, { _id: idOf(7), reason: null, status: "pending" }), by: null };
    const open_: PaymentRecord = { ...payment, refundable: 14.5, refunds: [own, outside] };
    const failed: PaymentRecord = {
      ...payment,
      _id: idOf(2),
      providerOrderId: "PROVIDER-0",
      captureId: null,
      status: "failed",
      refundable: 0,
      isSettling: false,
    };
    const { payments } = await open({}, { order: paid, money: { payments: [open_, failed] } });
    await within(payments).findByText("PROVIDER-1");
    const items = [...payments.querySelectorAll("ul")].at(0)?.children ?? [];
    expect([...items].map((item) => item.textContent)).toEqual([
      "Paid$21.50The order was paid with this payment.Provider orderPROVIDER-1CaptureCAPTURE-1Started2026-03-02 10:00 UTC" +
        "Can still be refunded$14.50Refunded−$5.00Broken2026-03-04 10:00 UTC by Boss" +
        "On its way−$2.002026-03-04 10:00 UTC at the payment providerRefund…",
      "Failed$21.50Provider orderPROVIDER-0Started2026-03-02 10:00 UTC",
    ]);
    expect(within(payments).getAllByRole("button", { name: "Copy provider order id" })).toHaveLength(2);
  });

  it("are refunded in full only once it is sure, and the same press twice is one refund", async () => {
    const known: { order: Order; money: Partial<OrderMoney> } = { order: paid, money: {} };
    const refund = refundOf(21.5);
    const shop = await open(
      {
        "admin.orders.refund": () => {
          const order = { ...paid, refunds: [refund], refundedPrice: 21.5, isRefunded: true };
          const after: PaymentRecord = { ...payment, status: "refunded", refundable: 0 };
          known.order = order;
          known.money = { payments: [{ ...after, refunds: [{ ...refund, by: "Boss" }] }] };
          return { order, refund };
        },
      },
      known,
    );
    const { dialog, amount, press } = await openRefund(shop, "");
    expect(amount).toHaveProperty("value", "21.50");
    const reason = within(dialog).getByLabelText(/^Reason/);
    await shop.user.type(reason, "x");
    await shop.user.clear(reason);
    await shop.user.clear(amount);
    expect(await within(dialog).findByText("Reason is required")).toBeDefined();
    await shop.user.type(amount, "-5");
    await shop.user.tab();
    expect(await within(dialog).findByText(/^Amount must be more than 0/)).toBeDefined();
    await shop.user.click(within(dialog).getByRole("button", { name: "Full amount" }));
    await press("Continue");
    expect(document.activeElement).toBe(reason);
    expect(within(dialog).getByText("Reason is required").id).toBe(
      (reason.getAttribute("aria-describedby") ?? "").split(" ").find((id) => id.endsWith("error")),
    );
    await shop.user.type(reason, "Broken");
    await press("Continue");

    expect(dialog.textContent).toContain("Refund $21.50 of $21.50 to Ada Lovelace?This cannot be undone.");
    const cancel = within(dialog).getByRole("button", { name: "Cancel" });
    expect(document.activeElement).toBe(cancel);
    expect(document.getElementById(cancel.getAttribute("aria-describedby") ?? "")?.textContent).toContain(
      "Ada Lovelace",
    );
    expect(shop.server.inputsOf("admin.orders.refund")).toEqual([]);
    await shop.user.dblClick(within(dialog).getByRole("button", { name: "Refund $21.50" }));

    expect((await screen.findByText("$21.50 refunded")).closest("[role=status]")).not.toBeNull();
    expect(shop.server.inputsOf("admin.orders.refund")).toEqual([
      {
        id: paid._id,
        payment: payment._id,
        amount: 21.5,
        reason: "Broken",
        idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Refund…" })).toBeNull());
    await waitFor(() => expect(shop.payments.contains(document.activeElement)).toBe(true));
    expect(screen.getByText("Refunded on").textContent).toBe("Refunded on 2026-03-04");
  });

  it("stay as they are when the question is answered with Cancel or the form is left with Escape", async () => {
    const shop = await open();
    const { dialog, press } = await openRefund(shop);
    await press("Continue");
    await press("Back");
    expect(within(dialog).getByLabelText(/^Reason/)).toHaveProperty("value", "Broken");
    await press("Continue");
    await shop.user.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement).toBe(await refundButton());
    await openRefund(shop, "");
    await shop.user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement).toBe(await refundButton());
    expect(shop.server.inputsOf("admin.orders.refund")).toEqual([]);
  });

  it.each([
    ["30", "At most $21.50 can be refunded"],
    ["0", "Amount must be more than 0 with at most two decimals"],
    ["", "Amount is required"],
  ])("cannot be refunded by “%s”", async (typed, message) => {
    const shop = await open();
    const { dialog, amount, press } = await openRefund(shop);
    await shop.user.clear(amount);
    if (typed !== "") await shop.user.type(amount, typed);
    await press("Continue");
    expect(within(dialog).getByText(message)).toBeDefined();
    expect(amount.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(amount);
    await press("Full amount");
    expect(amount).toHaveProperty("value", "21.50");
    await press("Continue");
    expect(within(dialog).getByRole("button", { name: "Refund $21.50" })).toBeDefined();
  });

  it("are refunded in part, with units that go back into the stock", async () => {
    const shop = await open({ "admin.orders.refund": () => made(refundOf(12.5)) });
    const { dialog, amount, press } = await openRefund(shop);
    const units = within(dialog).getByLabelText("Lamp of 2");
    expect(units).toHaveProperty("value", "0");
    await press("All units");
    expect(units).toHaveProperty("value", "2");
    await shop.user.clear(units);
    await shop.user.type(units, "3");
    await press("Continue");
    expect(within(dialog).getByText("At most 2")).toBeDefined();
    await shop.user.clear(units);
    await shop.user.type(units, "1");
    await shop.user.clear(amount);
    await shop.user.type(amount, "12.50");
    await press("Continue");
    expect(dialog.textContent).toContain("Refund $12.50 of $21.50 to Ada Lovelace?");
    expect(dialog.textContent).toContain("Back into stock1 x Lamp");
    await press("Refund $12.50");
    expect(await screen.findByText("$12.50 refunded")).toBeDefined();
    expect(shop.server.inputsOf("admin.orders.refund")).toMatchObject([
      { amount: 12.5, reason: "Broken", restock: [{ product: lamp.product, qty: 1 }] },
    ]);
  });

  it("are refunded once when the answer got lost and the same refund is sent again", async () => {
    let isDown = true;
    const shop = await open({
      "admin.orders.refund": () => {
        if (isDown) throw new TypeError("Failed to fetch");
        return made(refundOf(21.5));
      },
    });
    const { dialog, press } = await openRefund(shop);
    await press("Continue");
    await press("Refund $21.50");
    expect((await within(dialog).findByRole("alert")).textContent).toBe(
      "The shop could not be reached. Please check your connection. We do not know yet whether the refund was made. " +
        "You can safely send it again: it is made only once.",
    );
    // Also when the form was closed meanwhile.
    await press("Cancel");
    isDown = false;
    const again = await openRefund(shop);
    await again.press("Continue");
    await again.press("Refund $21.50");
    expect(await screen.findByText("$21.50 refunded")).toBeDefined();
    const [first, second] = keysOf(shop.server.inputsOf("admin.orders.refund"));
    expect(second).toBe(first);
  });

  it.each([
    [402, "REFUND_REFUSED", "Nothing was refunded. The payment is too old to be refunded.", false],
    [503, "PAYMENT_PROVIDER_UNAVAILABLE", "The payment provider cannot be reached. Nothing was refunded.", false],
    [409, "ILLEGAL_TRANSITION", "This payment was refunded in full before.", false],
    [409, "REFUND_PENDING", "Another refund is still being made. Please wait for it.", true],
  ])(
    "say why a refund was not made (%i %s), keep the typed values, and try again",
    async (status, code, text, isSame) => {
      const shop = await open({ "admin.orders.refund": () => new Refusal(status, text, code) });
      const { dialog, press } = await openRefund(shop);
      await press("Continue");
      await press("Refund $21.50");
      expect((await within(dialog).findByRole("alert")).textContent).toBe(text);
      await press("Refund $21.50");
      await waitFor(() => expect(shop.server.inputsOf("admin.orders.refund")).toHaveLength(2));
      const [first, second] = keysOf(shop.server.inputsOf("admin.orders.refund"));
      expect(second === first).toBe(isSame);
      await press("Back");
      expect(within(dialog).getByLabelText(/^Reason/)).toHaveProperty("value", "Broken");
    },
  );

  it("mark the field that the server refuses", async () => {
    const errors = [{ path: "amount", message: "At most $10.00 can be refunded" }];
    const shop = await open({
      "admin.orders.refund": () => new Refusal(400, "Please check the amount", "VALIDATION", errors),
    });
    const { dialog, press } = await openRefund(shop);
    await press("Continue");
    await press("Refund $21.50");
    expect(await within(dialog).findByText("At most $10.00 can be refunded")).toBeDefined();
    const amount = within(dialog).getByLabelText(/^Amount/);
    expect(amount.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(amount);
    expect(within(dialog).getByRole("alert").textContent).toBe("Please check the amount");
  });

  it("say that nothing was refunded where the provider made none of the refund", async () => {
    const shop = await open({ "admin.orders.refund": () => made(refundOf(21.5, { status: "failed" })) });
    const { dialog, press } = await openRefund(shop);
    await press("Continue");
    await press("Refund $21.50");
    expect((await within(dialog).findByRole("alert")).textContent).toBe(
      "The refund was not made. No money was refunded. Please try again.",
    );
  });

  it("ask for no second refund while the provider has not answered, and show its answer by themselves", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const known: { order: Order; money: Partial<OrderMoney> } = { order: paid, money: {} };
    const refund = refundOf(21.5, { status: "requested", completedAt: null });
    const shop = await open(
      {
        "admin.orders.refund": () => {
          known.order = { ...paid, refunds: [refund], refundedPrice: 21.5 };
          known.money = { payments: [{ ...payment, refundable: 0, refunds: [{ ...refund, by: "Boss" }] }] };
          return { order: known.order, refund };
        },
      },
      known,
    );
    const { press } = await openRefund(shop);
    await press("Continue");
    await press("Refund $21.50");
    expect(await screen.findByText("Refund of $21.50 requested")).toBeDefined();
    const wait = await screen.findByText(/^Waiting for the payment provider/);
    expect(wait.closest("[role=status]")).not.toBeNull();
    expect(wait.textContent).toContain("Please do not refund again");
    expect(screen.queryByRole("button", { name: "Refund…" })).toBeNull();

    const done = refundOf(21.5, { completedAt: day(5) });
    known.order = { ...paid, refunds: [done], refundedPrice: 21.5, isRefunded: true };
    known.money = { payments: [{ ...payment, status: "refunded", refundable: 0, refunds: [{ ...done, by: "Boss" }] }] };
    await act(() => vi.advanceTimersByTimeAsync(5_500));
    await waitFor(() => expect(screen.queryByText(/^Waiting for the payment provider/)).toBeNull());
    expect((await screen.findByText("Refunded on")).textContent).toBe("Refunded on 2026-03-05");
  });

  it("say that there is none, and in their place what could not be loaded", async () => {
    let isBroken = true;
    const shop = await open({
      "admin.orders.money": () =>
        isBroken ? new Refusal(400, "Not now") : { payments: [], matters: [], restockable: [] },
    });
    const alert = await within(shop.payments).findByRole("alert");
    expect(alert.textContent).toContain("Not now");
    isBroken = false;
    await shop.user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No payment yet.")).toBeDefined();
  });
});

describe("the parcels of an order", { tags: "wide" }, () => {
  const processed: Order = {
    ...paid,
    isConfirmed: true,
    confirmedAt: day(3),
    isProcessed: true,
    processedAt: day(4),
  };
  const parcel: Parcel = {
    _id: idOf(7),
    carrier: "ups",
    carrierName: "UPS",
    trackingNumber: "1Z999AA1",
    version: 1,
    trackingUrl: "https://www.ups.com/track?tracknum=1Z999AA1",
    items: [],
  };
  const shipped: Order = { ...processed, isShipped: true, shippedAt: day(5), parcels: [parcel] };

  async function openToShip() {
    const known = { order: processed, money: {} };
    const advance = vi.fn(() => {
      known.order = shipped;
      return { order: shipped, isRepeat: false };
    });
    const shop = await open({ "admin.orders.advance": advance, "admin.orders.trackers": () => [] }, known);
    await shop.user.click(await screen.findByRole("button", { name: "Mark As Shipped" }));
    const dialog = await screen.findByRole("dialog", { name: `Ship order ${paid._id.slice(-5)}` });
    const press = (name = "Mark As Shipped") => shop.user.click(within(dialog).getByRole("button", { name }));
    return { ...shop, dialog, press };
  }

  it("are sent with the step to shipped, without empty fields", async () => {
    const { user, dialog, press, server } = await openToShip();
    expect(server.inputsOf("admin.orders.advance")).toEqual([]);
    await user.selectOptions(within(dialog).getByRole("combobox", { name: "Carrier" }), "FedEx");
    await fill(user, within(dialog).getByRole("textbox", { name: "Tracking number" }), "1z 999 aa1");
    await user.click(within(dialog).getByRole("button", { name: "Add another parcel" }));
    const second = within(dialog).getByRole("textbox", { name: "Tracking number of parcel 2" });
    await waitFor(() => expect(document.activeElement).toBe(second));
    await press();
    await waitFor(() => expect(server.inputsOf("admin.orders.advance")).toHaveLength(1));
    const parcels = [{ carrier: "fedex", trackingNumber: "1Z999AA1" }];
    expect(server.inputsOf("admin.orders.advance")).toEqual([
      { id: paid._id, to: "shipped", notifyCustomer: true, parcels },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("need not be entered to ship, and the customer need not be told", async () => {
    const { user, dialog, press, server } = await openToShip();
    await user.click(within(dialog).getByRole("checkbox", { name: /^Tell .* by mail$/ }));
    await press();
    await waitFor(() =>
      expect(server.inputsOf("admin.orders.advance")).toEqual([{ id: paid._id, to: "shipped", notifyCustomer: false }]),
    );
  });

  it("name their carrier by their number, where it leaves no doubt", async () => {
    const { user, dialog } = await openToShip();
    const carrier = within(dialog).getByRole("combobox", { name: "Carrier" });
    await user.selectOptions(carrier, "DHL");
    const number = within(dialog).getByRole("textbox", { name: "Tracking number" });
    await fill(user, number, "7712 3456 7890");
    expect(carrier).toHaveProperty("value", "dhl");
    await user.clear(number);
    await fill(user, number, "1Z 999 AA1 01 2345 6784");
    expect(carrier).toHaveProperty("value", "ups");
  });

  it("of a part say what is in them, and the rest stays to be shipped", async () => {
    const part = { ...processed, isPartlyShipped: true, parcels: [parcel] };
    const addParcel = vi.fn(() => part);
    const known = { order: processed, money: { restockable: [{ ...lamp, qty: 3 }] } };
    const { user, server } = await open(
      { "admin.orders.addParcel": addParcel, "admin.orders.trackers": () => [] },
      known,
    );
    await user.click(await screen.findByRole("button", { name: "Mark As Shipped" }));
    const dialog = await screen.findByRole("dialog", { name: /^Ship order/ });
    await user.click(within(dialog).getByRole("checkbox", { name: /Send only a part/ }));
    const press = () => user.click(within(dialog).getByRole("button", { name: /^(Ship this part|Mark As Shipped)$/ }));
    await press();
    expect(await within(dialog).findByText("Tracking number is required")).toBeDefined();
    expect(within(dialog).getByText("Say what is in the parcel")).toBeDefined();
    await fill(user, within(dialog).getByRole("textbox", { name: "Tracking number" }), "1Z999AA1");
    const units = within(dialog).getByRole("textbox", { name: /of 3$/ });
    await fill(user, units, "4");
    await press();
    expect(await within(dialog).findByText("At most 3")).toBeDefined();
    await user.clear(units);
    await fill(user, units, "2");
    expect(within(dialog).getByRole("button", { name: "Ship this part" })).toBeDefined();
    known.order = part;
    await press();
    expect(await screen.findByText("A part of the order was shipped")).toBeDefined();
    const items = [{ product: lamp.product, qty: 2 }];
    expect(server.inputsOf("admin.orders.addParcel")).toEqual([
      { id: paid._id, carrier: "ups", trackingNumber: "1Z999AA1", items, notifyCustomer: true },
    ]);
  });

  it("that are not valid are shown at their fields, and nothing is sent", async () => {
    const { user, dialog: parcels, press, server } = await openToShip();
    const first = await within(parcels).findByRole("textbox", { name: "Tracking number" });
    await fill(user, first, "https://evil.example");
    await press();
    expect(await within(parcels).findByText(/4 to 40 letters/)).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(first));
    expect(first.getAttribute("aria-invalid")).toBe("true");
    await user.clear(first);
    await fill(user, first, "1Z999AA1");
    await user.click(within(parcels).getByRole("button", { name: "Add another parcel" }));
    await fill(user, within(parcels).getByRole("textbox", { name: "Tracking number of parcel 2" }), "1z999aa1");
    await press();
    expect(await within(parcels).findByText("Another parcel has this number")).toBeDefined();
    expect(server.inputsOf("admin.orders.advance")).toEqual([]);
  });

  it("are corrected with the version that was seen, and say what PayPal knows", async () => {
    const known = { order: shipped, money: {} };
    const after = { ...shipped, parcels: [{ ...parcel, trackingNumber: "1Z000", version: 2 }] };
    const { user, server } = await open(
      {
        "admin.orders.trackers": () => [{ trackingNumber: "1Z999AA1", status: "refused", detail: "NOT_NOW" }],
        "admin.orders.changeParcel": () => {
          known.order = after;
          return after;
        },
      },
      known,
    );
    const parcels = await screen.findByRole("region", { name: "Parcels" });
    expect(within(parcels).getByRole("link", { name: "1Z999AA1" }).getAttribute("href")).toBe(parcel.trackingUrl);
    expect(await within(parcels).findByText(/PayPal did not accept this parcel.*NOT_NOW/)).toBeDefined();
    await user.click(within(parcels).getByRole("button", { name: "Change…" }));
    const number = await screen.findByRole("textbox", { name: "Tracking number" });
    await user.clear(number);
    await fill(user, number, "1Z000");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Parcel updated");
    expect(server.inputsOf("admin.orders.changeParcel")).toEqual([
      { id: parcel._id, version: 1, carrier: "ups", trackingNumber: "1Z000" },
    ]);
    expect(within(parcels).getByRole("link", { name: "1Z000" })).toBeDefined();
  });

  it("that somebody else changed meanwhile are not overwritten, and the form stays", async () => {
    const { user } = await open(
      {
        "admin.orders.trackers": () => [],
        "admin.orders.changeParcel": () => new Refusal(409, "Someone else saved this meanwhile", "STALE"),
      },
      { order: shipped, money: {} },
    );
    await user.click(await screen.findByRole("button", { name: "Change…" }));
    await user.click(await screen.findByRole("button", { name: "Save" }));
    expect(await screen.findByText("Someone else saved this meanwhile")).toBeDefined();
    expect(screen.getByRole("dialog", { name: "Change the parcel" })).toBeDefined();
  });

  it("are removed after a question, and the focus stays in their panel", async () => {
    const known = { order: shipped, money: {} };
    const { user, server } = await open(
      {
        "admin.orders.trackers": () => [],
        "admin.orders.removeParcel": () => {
          known.order = { ...shipped, parcels: [] };
          return known.order;
        },
      },
      known,
    );
    await user.click(await screen.findByRole("button", { name: "Remove…" }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
    await user.click(await screen.findByRole("button", { name: "Remove parcel" }));
    expect(await screen.findByText(/No parcel was entered/)).toBeDefined();
    expect(server.inputsOf("admin.orders.removeParcel")).toEqual([{ id: parcel._id }]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "Parcels" })));
  });
});
