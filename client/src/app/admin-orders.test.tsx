import type { Order } from "@shop/shared/order/order";
import type { OrderRow } from "@shop/shared/order/order-list";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { emptyOrderParts } from "./order-in-test.ts";
import { Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const day = (n: number) => `2026-03-0${n}T10:00:00.000Z`;

const untouched = { paidAt: null, confirmedAt: null, processedAt: null, shippedAt: null, deliveredAt: null };
const row = (ending: string, more: Partial<OrderRow> = {}): OrderRow => ({
  _id: `0190c4de-0000-7000-8000-0000000${ending}`,
  user: { name: `Customer ${ending}`, email: `${ending}@example.com` },
  createdAt: day(1),
  totalPrice: 56,
  units: 2,
  paymentMethod: "PayPal",
  matters: [],
  refundedPrice: 0,
  isRefunded: false,
  isRestocked: false,
  cancellation: null,
  hasNewMessage: false,
  isPartlyShipped: false,
  ...untouched,
  ...more,
});
const unpaid = row("aaaaa");
const paid = row("bbbbb", { paidAt: day(2) });
const alsoPaid = row("ccccc", { paidAt: day(2) });
const confirmed = row("ddddd", { paidAt: day(2), confirmedAt: day(3) });
const twice = row("eeeee", { paidAt: day(2), matters: ["paid twice", "disputed"] });
const all = { paidAt: day(2), confirmedAt: day(3), processedAt: day(4), shippedAt: day(5), deliveredAt: day(6) };
const delivered = row("fffff", all);
const partlyRefunded = row("11111", { paidAt: day(2), refundedPrice: 6 });
const refunded = row("22222", { paidAt: day(2), refundedPrice: 56, isRefunded: true });
const restocked = row("33333", { paidAt: day(2), refundedPrice: 50, isRestocked: true });
const surplus = row("44444", { refundedPrice: 6, isRefunded: true });

const pageOf = (rows: OrderRow[], more: object = {}) => ({
  rows,
  page: 1,
  pages: 1,
  total: rows.length,
  sum: rows.length * 56,
  ...more,
});
const waiting = { "to-confirm": 2, "to-process": 1, "to-ship": 0, "to-deliver": 0, attention: 1 };

type Answers = Parameters<typeof stubServer>[0];
function asAdmin(answers: Answers) {
  localStorage.setItem("userInfo", JSON.stringify(boss));
  return stubServer({
    "account.profile": () => boss,
    "admin.orders.waiting": () => waiting,
    "order.paymentConfig": () => ({ clientId: "", mode: "off", scriptBase: null, stripe: null }),
    "order.history": () => [],
    "admin.orders.money": () => ({ payments: [], matters: [], restockable: [] }),
    ...answers,
  });
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const rowOf = (ending: string) => screen.getByRole("rowheader", { name: ending }).closest("tr") ?? document.body;

describe("the list of orders", () => {
  it("has its columns, says how each order stands, and what all come to", async () => {
    const rows = [unpaid, paid, confirmed, twice, delivered, partlyRefunded, refunded, restocked, surplus];
    asAdmin({ "admin.orders.page": () => pageOf(rows) });
    renderShop("/admin/orderlist");
    await screen.findByRole("rowheader", { name: "aaaaa" });
    const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
    expect(heads).toEqual(["ID", "USER", "DATE", "TOTAL", "PAID", "DELIVERED", "STATE", "Actions"]);
    const cells = (ending: string) =>
      [...rowOf(ending).querySelectorAll("td[data-column]")].map((cell) => cell.textContent);
    expect(cells("aaaaa").slice(0, 3)).toEqual(["Customer aaaaaaaaaa@example.com", "2026-03-01", "$56.00"]);
    const standings = rows.map(({ _id }) => cells(_id.slice(-5)).slice(-3));
    expect(standings).toEqual([
      ["Not paid", "Not yet", "Unpaid"],
      ["2026-03-02", "Not yet", "To confirm"],
      ["2026-03-02", "Not yet", "To process"],
      ["2026-03-02", "Not yet", "Paid twice +1"],
      ["2026-03-02", "2026-03-06", "Delivered"],
      ["2026-03-02", "Not yet", "To confirmPartly refunded"],
      ["2026-03-02", "Not yet", "Refunded"],
      ["2026-03-02", "Not yet", "Not sentPartly refunded"],
      ["Not paid", "Not yet", "UnpaidRefunded"],
    ]);
    expect(screen.getByText(/^9 orders/).textContent).toBe("9 orders · Total $504.00");
    expect(screen.getByRole("link", { name: "Details of order aaaaa" }).getAttribute("href")).toBe(
      `/order/${unpaid._id}`,
    );
  });

  it("takes everything from the address, and exports exactly what it narrows down to", async () => {
    const server = asAdmin({ "admin.orders.page": () => pageOf([paid]) });
    renderShop(
      "/admin/orderlist?state=to-confirm&search=ada&from=2026-03-01&to=2026-03-31&sort=-total&page=2&pageSize=50",
    );
    await screen.findByRole("rowheader", { name: "bbbbb" });
    expect(server.inputsOf("admin.orders.page")).toEqual([
      {
        state: "to-confirm",
        search: "ada",
        from: "2026-03-01",
        to: "2026-03-31",
        sort: "-total",
        pageNumber: 2,
        pageSize: 50,
      },
    ]);
    expect(screen.getByRole("button", { name: /^To confirm/ }).getAttribute("aria-pressed")).toBe("true");
    expect(screen.getByLabelText("From")).toHaveProperty("value", "2026-03-01");
    const href = new URL(screen.getByRole("link", { name: "Export CSV" }).getAttribute("href") ?? "", "http://shop");
    expect(href.pathname).toBe("/api/orders.csv");
    expect(Object.fromEntries(href.searchParams)).toEqual({
      state: "to-confirm",
      search: "ada",
      from: "2026-03-01",
      to: "2026-03-31",
    });
  });

  it("shows how much work waits, and narrows down to it with one press", async () => {
    const server = asAdmin({ "admin.orders.page": () => pageOf([paid]) });
    const { user, router } = renderShop("/admin/orderlist?page=3");
    await user.click(await screen.findByRole("button", { name: "To confirm 2" }));
    await waitFor(() => expect(router.state.location.search).toBe("?state=to-confirm"));
    expect(server.inputsOf("admin.orders.page").at(-1)).toMatchObject({ state: "to-confirm", pageNumber: 1 });
    await user.click(screen.getByRole("button", { name: "All" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  it("says when there is none, and when it cannot be loaded", async () => {
    asAdmin({ "admin.orders.page": () => pageOf([]) });
    renderShop("/admin/orderlist");
    expect(await screen.findByText("No orders found.")).toBeDefined();
  });

  it("says when it cannot be loaded", async () => {
    asAdmin({ "admin.orders.page": () => new Refusal(403) });
    renderShop("/admin/orderlist");
    expect((await screen.findByRole("alert")).textContent).toContain("An unknown error occurred");
  });

  it("offers for the chosen orders the steps that some of them can take", async () => {
    asAdmin({ "admin.orders.page": () => pageOf([unpaid, paid, alsoPaid, confirmed, twice, refunded, restocked]) });
    const { user } = renderShop("/admin/orderlist");
    await user.click(await screen.findByRole("checkbox", { name: "Select order aaaaa" }));
    expect(screen.getByText("1 selected")).toBeDefined();
    expect(screen.getByText("These orders have no next step right now.")).toBeDefined();
    await user.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    expect(screen.getByText("7 selected")).toBeDefined();
    expect(screen.getByRole("button", { name: "Mark 2 as confirmed" })).toBeDefined();
    expect(screen.getByRole("button", { name: "Mark 1 as processing" })).toBeDefined();
    expect(screen.queryByRole("button", { name: /as shipped$/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Clear" }));
    expect(screen.queryByText(/selected/)).toBeNull();
  });

  it("takes a step of several orders after a confirmation, and reports the result of each", async () => {
    const server = asAdmin({
      "admin.orders.page": () => pageOf([unpaid, paid, alsoPaid, confirmed]),
      "admin.orders.advanceMany": () => [
        { _id: paid._id, outcome: "done" },
        { _id: alsoPaid._id, outcome: "refused", reason: "The payment was refunded" },
      ],
    });
    const { user } = renderShop("/admin/orderlist");
    await user.click(await screen.findByRole("checkbox", { name: "Select all on this page" }));
    await user.click(screen.getByRole("button", { name: "Mark 2 as confirmed" }));
    const dialog = screen.getByRole("dialog", { name: "Mark 2 orders as confirmed?" });
    expect(server.inputsOf("admin.orders.advanceMany")).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Mark 2 orders" }));
    expect(await screen.findByText("1 done, 1 refused")).toBeDefined();
    expect(screen.getByText("Order ccccc: The payment was refunded")).toBeDefined();
    expect(screen.getByText("1 order marked as confirmed")).toBeDefined();
    expect(server.inputsOf("admin.orders.advanceMany")).toEqual([{ ids: [paid._id, alsoPaid._id], to: "confirmed" }]);
    await waitFor(() => expect(server.inputsOf("admin.orders.page")).toHaveLength(2));
    expect(screen.queryByText(/selected/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Close this report" }));
    expect(screen.queryByText("1 done, 1 refused")).toBeNull();
  });
});

describe("shipping several orders", () => {
  const packed = ["77777", "88888", "99999"].map((ending) =>
    row(ending, { paidAt: day(2), confirmedAt: day(3), processedAt: day(4) }),
  );
  const idOf = (place: number) => packed[place]?._id ?? "";

  async function open(answers: Answers = {}) {
    const server = asAdmin({
      "admin.orders.page": () => pageOf(packed),
      "admin.orders.advanceMany": () => packed.map(({ _id }) => ({ _id, outcome: "done" })),
      ...answers,
    });
    const { user } = renderShop("/admin/orderlist");
    await user.click(await screen.findByRole("checkbox", { name: "Select all on this page" }));
    await user.click(screen.getByRole("button", { name: "Mark 3 as shipped" }));
    return { server, user, dialog: within(await screen.findByRole("dialog", { name: "Ship 3 orders" })) };
  }

  it("asks for their numbers, one after the other as a scanner types them, and whether the customers are told", async () => {
    const { server, user, dialog } = await open();
    expect(document.activeElement).toBe(dialog.getByRole("textbox", { name: "Order 77777, Customer 77777" }));
    await user.selectOptions(dialog.getByRole("combobox", { name: "Carrier" }), "FedEx");
    await user.click(dialog.getByRole("textbox", { name: "Order 77777, Customer 77777" }));
    await user.keyboard("1Z999AA10123456784{Enter}{Enter}7000 1234");
    expect(server.inputsOf("admin.orders.advanceMany")).toEqual([]);
    await user.click(dialog.getByRole("checkbox", { name: "Tell the customers by mail" }));
    await user.click(dialog.getByRole("button", { name: "Mark 3 as shipped" }));
    expect(await screen.findByText("3 orders marked as shipped")).toBeDefined();
    expect(server.inputsOf("admin.orders.advanceMany")).toEqual([
      {
        ids: packed.map(({ _id }) => _id),
        to: "shipped",
        // The first says its carrier by its check digit.
        parcels: [
          { order: idOf(0), carrier: "ups", trackingNumber: "1Z999AA10123456784" },
          { order: idOf(2), carrier: "fedex", trackingNumber: "70001234" },
        ],
        notifyCustomer: false,
      },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("says which number is none, and keeps what was typed when it fails", async () => {
    const { server, user, dialog } = await open({ "admin.orders.advanceMany": () => new Refusal(503) });
    const second = dialog.getByRole("textbox", { name: "Order 88888, Customer 88888" });
    await user.type(second, "x!");
    await user.click(dialog.getByRole("button", { name: "Mark 3 as shipped" }));
    expect(await dialog.findByText("Tracking number must be 4 to 40 letters, digits and hyphens")).toBeDefined();
    expect(server.inputsOf("admin.orders.advanceMany")).toEqual([]);
    await user.clear(second);
    await user.type(second, "AB-12");
    await user.click(dialog.getByRole("button", { name: "Mark 3 as shipped" }));
    expect(await dialog.findByRole("alert")).toBeDefined();
    expect(second).toHaveProperty("value", "AB-12");
    expect(screen.getByText("3 selected")).toBeDefined();
  });
});

describe("an order as an administrator", () => {
  const steps = ["Mark As Confirmed", "Mark As Processing", "Mark As Shipped", "Mark As Delivered"];
  const orderAt = (times: Partial<Record<keyof typeof all, string | null>>, more: Partial<Order> = {}): Order => {
    const dates = { ...untouched, ...times };
    return {
      _id: paid._id,
      user: { name: "Ada", email: "ada@example.com" },
      orderItems: [],
      shippingAddress: { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" },
      paymentMethod: "PayPal",
      itemsPrice: 40,
      shippingPrice: 10,
      taxPrice: 6,
      totalPrice: 56,
      ...dates,
      isPaid: dates.paidAt !== null,
      isConfirmed: dates.confirmedAt !== null,
      isProcessed: dates.processedAt !== null,
      isShipped: dates.shippedAt !== null,
      isDelivered: dates.deliveredAt !== null,
      createdAt: day(1),
      ...emptyOrderParts,
      paymentResult: null,
      ...more,
    };
  };
  const path = `/order/${paid._id}`;
  const stepButtons = () => screen.queryAllByRole("button", { name: /^Mark As (Conf|Proc|Ship|Deli)/ });

  it.each([
    [{}, 4, undefined, "Waiting for payment"],
    [{ paidAt: day(2) }, 4, "Mark As Confirmed", "Confirm the order first"],
    [{ paidAt: day(2), confirmedAt: day(3) }, 3, "Mark As Processing", "Mark the order as processing first"],
    [
      { paidAt: day(2), confirmedAt: day(3), processedAt: day(4) },
      2,
      "Mark As Shipped",
      "Mark the order as shipped first",
    ],
    [
      { paidAt: day(2), confirmedAt: day(3), processedAt: day(4), shippedAt: day(5) },
      1,
      "Mark As Delivered",
      undefined,
    ],
    [all, 0, undefined, undefined],
  ])("offers the steps that are left and says what the others wait for: %j", async (times, count, enabled, reason) => {
    asAdmin({ "order.byId": () => orderAt(times) });
    renderShop(path);
    await screen.findByRole("region", { name: "Steps of this order" });
    expect(stepButtons().map((button) => button.textContent)).toEqual(steps.slice(4 - count));
    const open = stepButtons().filter((button) => !button.hasAttribute("disabled"));
    expect(open.map((button) => button.textContent)).toEqual(enabled === undefined ? [] : [enabled]);
    if (reason === undefined) return;
    const waits = stepButtons().find((button) => button.hasAttribute("disabled"));
    const description = document.getElementById(waits?.getAttribute("aria-describedby") ?? "");
    expect(description?.textContent).toBe(reason);
  });

  it("is taken to delivered by keyboard alone, with a message and a fresh look after each step", async () => {
    let order = orderAt({ paidAt: day(2) });
    const server = asAdmin({
      "order.byId": () => order,
      "admin.orders.advance": (input) => {
        const to = String(Reflect.get(Object(input), "to"));
        order = orderAt({ ...order, [`${to}At`]: day(7) });
        return { order, isRepeat: false };
      },
    });
    const { user } = renderShop(path);
    (await screen.findByRole("button", { name: "Mark As Confirmed" })).focus();
    for (const [place, message] of [
      "Order confirmed",
      "Order marked processing",
      "Order shipped",
      "Order delivered",
    ].entries()) {
      expect(document.activeElement?.textContent).toBe(steps[place]);
      const looks = server.inputsOf("order.byId").length;
      await user.keyboard("{Enter}");
      if (steps[place] === "Mark As Shipped") {
        const dialog = await screen.findByRole("dialog");
        await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
        await user.keyboard("{Enter}");
      }
      expect((await screen.findByText(message)).closest("[role=status]")).not.toBeNull();
      await waitFor(() => expect(stepButtons()).toHaveLength(3 - place));
      await waitFor(() => expect(server.inputsOf("order.byId").length).toBeGreaterThan(looks));
    }
    expect(screen.getByText("All steps are done.")).toBeDefined();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Steps of this order");
  });

  it("takes the next step as soon as it is offered, however long the fresh look after the last one takes", async () => {
    let order = orderAt({ paidAt: day(2) });
    let looks = 0;
    const server = asAdmin({
      "order.byId": () => {
        looks += 1;
        return looks === 1 ? order : new Promise<never>(() => undefined);
      },
      "admin.orders.advance": (input) => {
        const to = String(Reflect.get(Object(input), "to"));
        order = orderAt({ ...order, [`${to}At`]: day(7) });
        return { order, isRepeat: false };
      },
    });
    const { user } = renderShop(path);
    await user.click(await screen.findByRole("button", { name: "Mark As Confirmed" }));
    await user.click(await screen.findByRole("button", { name: "Mark As Processing" }));
    await user.click(await screen.findByRole("button", { name: "Mark As Shipped" }));
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: "Mark As Shipped" }));
    expect(server.inputsOf("admin.orders.advance")).toHaveLength(3);
  });

  it("tells the second of two admins without an error that the step was taken already", async () => {
    let order = orderAt({ paidAt: day(2) });
    asAdmin({
      "order.byId": () => order,
      "admin.orders.advance": () => {
        order = orderAt({ paidAt: day(2), confirmedAt: day(3) });
        return { order, isRepeat: true };
      },
    });
    const { user } = renderShop(path);
    await user.click(await screen.findByRole("button", { name: "Mark As Confirmed" }));
    expect(await screen.findByText("This order was confirmed already")).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
    await waitFor(() => expect(screen.queryByRole("button", { name: "Mark As Confirmed" })).toBeNull());
  });

  it.each([
    [new Refusal(409, "Waiting for payment", "ILLEGAL_TRANSITION"), "Waiting for payment"],
    [new Refusal(500), "Update failed"],
  ])("says why a step was not taken", async (refusal, message) => {
    asAdmin({ "order.byId": () => orderAt({ paidAt: day(2) }), "admin.orders.advance": () => refusal });
    const { user } = renderShop(path);
    await user.click(await screen.findByRole("button", { name: "Mark As Confirmed" }));
    expect((await screen.findByRole("alert")).textContent).toBe(message);
  });

  it("offers no way past money that was refunded", async () => {
    asAdmin({ "order.byId": () => orderAt({ paidAt: day(2) }, { isRefunded: true, refundedPrice: 56 }) });
    renderShop(path);
    expect(await screen.findByText("The payment was refunded")).toBeDefined();
    expect(screen.queryByText("Confirm the order first")).toBeNull();
    expect(stepButtons().filter((button) => !button.hasAttribute("disabled"))).toEqual([]);
    const tracker = screen.getByRole("list", { name: "Order status" });
    expect(tracker.textContent).toBe("ConfirmedNot neededProcessingNot neededShippedNot neededDeliveredNot needed");
  });

  it("shows who did what and when, and leads back to the list as it stood", async () => {
    asAdmin({
      "admin.orders.page": () => pageOf([paid]),
      "order.byId": () => orderAt({ paidAt: day(2) }),
      "order.history": () => [
        { act: "placed", by: "Ada", amount: null, at: day(1) },
        { act: "paid", by: null, amount: 56, at: day(2) },
        { act: "confirmed", by: "Boss", amount: null, at: day(3) },
        { act: "matter opened", by: null, amount: 56, at: day(3) },
        { act: "resolved", by: "Boss", amount: null, at: day(4) },
        { act: "refund requested", by: "Boss", amount: 6, at: day(5) },
        { act: "refund failed", by: null, amount: 6, at: day(5) },
      ],
    });
    const { user, router } = renderShop("/admin/orderlist?state=to-confirm&sort=total");
    await user.click(await screen.findByRole("link", { name: "Details of order bbbbb" }));
    const history = await screen.findByRole("region", { name: "History" });
    await waitFor(() =>
      expect(
        within(history)
          .getAllByRole("listitem")
          .map((item) => item.textContent),
      ).toEqual([
        "Placedby Ada2026-03-01 10:00 UTC",
        "Paid$56.002026-03-02 10:00 UTC",
        "Confirmedby Boss2026-03-03 10:00 UTC",
        "Matter opened$56.002026-03-03 10:00 UTC",
        "Matter resolvedby Boss2026-03-04 10:00 UTC",
        "Refund requested$6.00by Boss2026-03-05 10:00 UTC",
        "Refund not made$6.002026-03-05 10:00 UTC",
      ]),
    );
    await user.click(within(screen.getByRole("main")).getByRole("link", { name: "Orders" }));
    await waitFor(() => expect(router.state.location.search).toBe("?state=to-confirm&sort=total"));
  });

  it("shows customers their history and no step", async () => {
    const ada = { ...boss, _id: "ada", name: "Ada", email: "ada@example.com", isAdmin: false };
    asAdmin({ "account.profile": () => ada, "order.byId": () => orderAt(all) });
    localStorage.setItem("userInfo", JSON.stringify(ada));
    renderShop(path);
    await screen.findByRole("region", { name: "History" });
    expect(screen.queryByRole("region", { name: "Steps of this order" })).toBeNull();
    expect(stepButtons()).toEqual([]);
  });
});
