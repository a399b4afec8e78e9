import type { Dashboard, DashboardFigures } from "@shop/shared/admin/dashboard";
import type { WaitingOrders } from "@shop/shared/order/order-filter";
import type { OrderRow } from "@shop/shared/order/order-list";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const keep = (signedIn: object) => localStorage.setItem("userInfo", JSON.stringify(signedIn));

const waiting: WaitingOrders = {
  "to-confirm": 12,
  "to-process": 3,
  "to-ship": 0,
  "to-deliver": 1_204,
  messages: 0,
  attention: 2,
};
const order: OrderRow = {
  _id: "00000000-0000-7000-8000-0000000abcde",
  user: { name: "Ada Lovelace", email: "ada@example.com" },
  createdAt: "2026-03-20T10:00:00.000Z",
  totalPrice: 1_234.5,
  units: 2,
  paymentMethod: "PayPal",
  paidAt: "2026-03-20T10:01:00.000Z",
  confirmedAt: null,
  processedAt: null,
  shippedAt: null,
  deliveredAt: null,
  matters: [],
  refundedPrice: 0,
  isRefunded: false,
  isRestocked: false,
  cancellation: null,
  hasNewMessage: false,
  isPartlyShipped: false,
};
const home: Dashboard & { version: string } = {
  version: "1.2.3",
  lowStock: [
    { _id: "p1", name: "Lamp", image: "", countInStock: 0 },
    { _id: "p2", name: "Kettle", image: "", countInStock: 2 },
  ],
  lowStockTotal: 9,
  products: 40,
  latest: [
    order,
    { ...order, _id: "00000000-0000-7000-8000-0000000fffff", matters: ["stock gone", "disputed"] },
    { ...order, _id: "00000000-0000-7000-8000-000000011111", refundedPrice: 1_234.5, isRefunded: true },
    { ...order, _id: "00000000-0000-7000-8000-000000022222", refundedPrice: 1 },
  ],
};
const emptyHome = { lowStock: [], lowStockTotal: 0, products: 0, latest: [], version: "1.2.3" };

function figuresOf(input: unknown): DashboardFigures {
  const days = Number(Reflect.get(Object(input), "days"));
  return {
    days: days === 7 || days === 90 ? days : 30,
    hasEarlier: false,
    sales: { now: days * 100, before: days * 80 },
    refunded: { now: days * 10, before: days * 8 },
    net: { now: days * 90, before: days * -10 },
    orders: { now: 40, before: 50 },
    average: { now: 75.5, before: null },
    customers: { now: 31, before: 31 },
    daily: Array.from({ length: days }, (_, n) => ({
      day: new Date(Date.UTC(2026, 2, 20 - days + 1 + n)).toISOString().slice(0, 10),
      sales: 100,
      orders: n,
    })),
  };
}

const answers = {
  "account.profile": () => boss,
  "admin.orders.waiting": () => waiting,
  "admin.dashboard.home": () => home,
  "admin.dashboard.figures": figuresOf,
};

// A chart needs a layout, which the simulated DOM has not; the browser tests render it.
vi.mock("../features/admin/dashboard/sales-chart.tsx", () => ({ SalesChart: () => <p>Bars</p> }));

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const panel = async (name: string) => within(await screen.findByRole("region", { name }));

describe("the administrators' home", () => {
  it("puts what needs action first, and each number leads to those orders", async () => {
    keep(boss);
    stubServer(answers);
    renderShop("/");
    const needs = await panel("Needs action");
    const links = (await needs.findAllByRole("link")).map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links).toEqual([
      ["12 To confirm New, not yet confirmed", "/admin/orderlist?state=to-confirm"],
      ["3 To process Confirmed, not yet processed", "/admin/orderlist?state=to-process"],
      ["0 To ship Processed, not yet shipped", "/admin/orderlist?state=to-ship"],
      ["1,204 To deliver Shipped, not yet delivered", "/admin/orderlist?state=to-deliver"],
      ["0 New messages Customers wait for an answer", "/admin/orderlist?state=messages"],
      ["2 Needs attention Stock, payment or mail to check", "/admin/orderlist?state=attention"],
    ]);
    expect(screen.getByRole("heading", { level: 1, name: "Home" })).toBeDefined();
    const sections = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
    expect(sections).toEqual(["Needs action", "Low stock", "Latest orders", "Sales overview"]);
    await waitFor(() => expect(document.title).toBe("Home | Lumen & Loom"));
  });

  it("leads to the products that run low and to the newest orders, each with its state in words", async () => {
    keep(boss);
    stubServer(answers);
    renderShop("/");
    const stock = await panel("Low stock");
    const lamp = await stock.findByRole("link", { name: "Lamp" });
    expect(lamp.getAttribute("href")).toBe("/admin/product/p1/edit");
    expect(stock.getByText("Sold out")).toBeDefined();
    expect(stock.getByText("2 left")).toBeDefined();
    const more = stock.getByRole("link", { name: "7 more low in stock" });
    expect(more.getAttribute("href")).toBe("/admin/productlist?state=low-stock&sort=countInStock");
    const latest = await panel("Latest orders");
    const details = latest.getByRole("link", { name: "Details of order abcde" });
    expect(details.getAttribute("href")).toBe(`/order/${order._id}`);
    expect(latest.getByText("Paid")).toBeDefined();
    expect(latest.getByText("Stock gone +1")).toBeDefined();
    expect(latest.getByText("Refunded")).toBeDefined();
    expect(latest.getByText("Partly refunded")).toBeDefined();
    expect(latest.getAllByText("$1,234.50")).toHaveLength(4);
  });

  it("shows the change of each figure with its sign, and keeps the number of days in the address", async () => {
    keep(boss);
    const server = stubServer(answers);
    const { router, user } = renderShop("/");
    const overview = await panel("Sales overview");
    expect(await overview.findByText("$3,000.00")).toBeDefined();
    const tile = (name: string) => overview.getByText(name, { selector: "dt" }).parentElement?.textContent;
    expect(tile("Sales")).toBe("Sales$3,000.00+25% up from $2,400.00");
    expect(tile("Refunded")).toBe("Refunded$300.00+25% up from $240.00");
    expect(tile("Net")).toBe("Net$2,700.00+1,000% up from −$300.00");
    // More sales are good news, more refunds are not.
    const shares = overview.getAllByText("+25%").map((share) => share.dataset.is);
    expect(shares).toEqual(["good", "bad"]);
    expect(tile("Orders")).toBe("Orders40−20% down from 50");
    expect(tile("Average order")).toBe("Average order$75.50None in the 30 days before");
    expect(tile("Customers")).toBe("Customers31Same as the 30 days before");

    const week = overview.getByRole("link", { name: "7 days" });
    await user.click(week);
    await waitFor(() => expect(tile("Sales")).toBe("Sales$700.00+25% up from $560.00"));
    expect(router.state.location.search).toBe("?days=7");
    expect(overview.getByRole("link", { current: true }).textContent).toBe("7 days");
    expect(document.activeElement).toBe(week);
    expect(overview.getByRole("status").textContent).toMatch(/^The last 7 days/);
    expect(server.inputsOf("admin.dashboard.figures")).toEqual([{ days: 30 }, { days: 7 }]);
  });

  it("opens on the span that the address names, and on the usual one where it names none of these", async () => {
    keep(boss);
    const server = stubServer(answers);
    renderShop("/?days=90");
    await (await panel("Sales overview")).findByText("$9,000.00");
    expect(server.inputsOf("admin.dashboard.figures")).toEqual([{ days: 90 }]);
  });

  it("says the same as its chart in a table", async () => {
    keep(boss);
    stubServer(answers);
    const { user } = renderShop("/?days=7");
    expect(await screen.findByText("Bars")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Show table" }));
    const table = screen.getByRole("table", { name: "Sales by day, last 7 days" });
    const rows = within(table).getAllByRole("row");
    expect(rows.map((row) => row.textContent).slice(0, 2)).toEqual(["DAY (UTC)ORDERSSALES", "2026-03-206$100.00"]);
    expect(rows).toHaveLength(8);
    await user.click(screen.getByRole("button", { name: "Show chart" }));
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("asks for its sales only when the lists have been answered", async () => {
    keep(boss);
    let answerLists: (() => void) | undefined;
    const lists = new Promise<void>((resolve) => {
      answerLists = resolve;
    });
    const server = stubServer({ ...answers, "admin.dashboard.home": async () => lists.then(() => home) });
    renderShop("/");
    await waitFor(() => expect(server.inputsOf("admin.dashboard.home")).toHaveLength(1));
    expect(server.inputsOf("admin.dashboard.figures")).toEqual([]);
    answerLists?.();
    await waitFor(() => expect(server.inputsOf("admin.dashboard.figures")).toHaveLength(1));
  });

  it("shows a new shop that nothing has happened yet", async () => {
    keep(boss);
    stubServer({ ...answers, "admin.dashboard.home": () => emptyHome });
    renderShop("/");
    expect(await screen.findByText("No orders yet")).toBeDefined();
    expect(screen.getByText(/^No products yet\. Add one under Products/)).toBeDefined();
    expect(screen.getByText("Shop version 1.2.3")).toBeDefined();
  });

  it("praises the stock only where there are products, and draws no chart of nothing", async () => {
    keep(boss);
    stubServer({
      ...answers,
      "admin.dashboard.home": () => ({ ...emptyHome, products: 1 }),
      "admin.dashboard.figures": (input) => {
        const figures = figuresOf(input);
        return { ...figures, daily: figures.daily.map((day) => ({ ...day, orders: 0, sales: 0 })) };
      },
    });
    renderShop("/?days=7");
    expect(await screen.findByText("Every product is in good supply.")).toBeDefined();
    expect(await screen.findByText(/^No sales in the last \d+ days\.$/)).toBeDefined();
    expect(screen.queryByText("Bars")).toBeNull();
  });

  it("says in its place what could not be loaded, and tries again", async () => {
    keep(boss);
    let isBroken = true;
    stubServer({ ...answers, "admin.orders.waiting": () => (isBroken ? new Refusal(500) : waiting) });
    const { user } = renderShop("/");
    const needs = await panel("Needs action");
    expect((await needs.findByRole("alert")).textContent).toContain("Failed to load orders");
    expect(await screen.findByText("Lamp")).toBeDefined();
    isBroken = false;
    await user.click(needs.getByRole("button", { name: "Try again" }));
    expect(await needs.findByText("1,204")).toBeDefined();
  });
});

describe("who sees which home", () => {
  /** Records every text that shows from now on. */
  function watch() {
    const seen: string[] = [];
    const look = () => seen.push(document.body.textContent ?? "");
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    return seen;
  }

  it.each(["/", "/page/2", "/search/lamp"])("an administrator at %s sees nothing of the shop", async (path) => {
    keep(boss);
    const seen = watch();
    const server = stubServer(answers);
    renderShop(path);
    await panel("Needs action");
    expect(seen.filter((text) => /Filter|Brands?All|Go Back/.test(text))).toEqual([]);
    expect(screen.queryByPlaceholderText("Search products…")).toBeNull();
    expect(screen.queryByRole("link", { name: /^Cart/ })).toBeNull();
    expect(server.calls.map(({ path }) => path).filter((path) => path.startsWith("catalog."))).toEqual([]);
  });

  it("a customer whom the browser takes for an administrator sees the shop and nothing of the admin", async () => {
    keep(boss);
    const seen = watch();
    const server = stubServer({ ...answers, "account.profile": () => ({ ...boss, isAdmin: false }) });
    renderShop("/search/lamp");
    expect(await screen.findByRole("link", { name: "Go Back" })).toBeDefined();
    expect(seen.filter((text) => /Needs action|Low stock/.test(text))).toEqual([]);
    expect(server.calls.filter(({ path }) => path.startsWith("admin."))).toEqual([]);
  });

  it("an administrator whose session cannot be confirmed is told so, and can try again", async () => {
    keep(boss);
    let isBroken = true;
    stubServer({ ...answers, "account.profile": () => (isBroken ? new Refusal(503, "Not now") : boss) });
    const { user } = renderShop("/");
    expect((await screen.findByRole("alert")).textContent).toContain("Not now");
    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await panel("Needs action");
  });
});
