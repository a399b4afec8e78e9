// @module-tag wide
import type { OrderRow } from "@shop/shared/order/order-list";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stubEventSource } from "./event-source-in-test.ts";
import { renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, "0")}:00.000Z`;
const row = (ending: string, minute: number, isPaid = true): OrderRow => ({
  _id: `0190c4de-0000-7000-8000-0000000${ending}`,
  user: { name: `Customer ${ending}`, email: `${ending}@example.com` },
  createdAt: at(minute),
  totalPrice: 56,
  units: 2,
  paymentMethod: "PayPal",
  paidAt: isPaid ? at(minute) : null,
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
});
const [older, unpaid, arrived] = [row("aaaaa", 1), row("bbbbb", 2, false), row("ccccc", 3)];

function openList(path = "/admin/orderlist", rows = [unpaid, older]) {
  localStorage.setItem("userInfo", JSON.stringify(boss));
  const server = stubServer({
    "account.profile": () => boss,
    "admin.orders.waiting": () => ({ "to-confirm": 1, "to-process": 0, "to-ship": 0, "to-deliver": 0, attention: 0 }),
    "admin.orders.views": () => [],
    "admin.orders.page": () => ({ rows, page: 1, pages: 1, total: rows.length, sum: rows.length * 56 }),
  });
  const streams = stubEventSource();
  return { server, streams, ...renderShop(path) };
}

async function streamOf(streams: ReturnType<typeof stubEventSource>) {
  await screen.findByRole("rowheader", { name: "aaaaa" });
  // The stream's code is loaded after the list.
  return waitFor(() => {
    const [stream] = streams();
    if (stream === undefined) throw new Error("the list opened no stream");
    return stream;
  });
}

const shown = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("an open list of orders", () => {
  it("shows an order at its place once it is paid, without asking the server", async () => {
    const { server, streams } = openList();
    const stream = await streamOf(streams);
    expect(stream.url).toBe("/api/orders/live");
    const before = server.inputsOf("admin.orders.page").length;
    stream.tell("orders", { count: 1, rows: [arrived] });
    expect(shown()).toEqual(["ccccc", "bbbbb", "aaaaa"]);
    expect(screen.getByText("1 new order").closest("[role=status]")).not.toBeNull();
    expect(screen.queryByRole("button", { name: "Show" })).toBeNull();
    expect(screen.getByRole("button", { name: "To confirm 2" })).toBeDefined();
    expect(screen.getByText(/^3 orders/).textContent).toBe("3 orders · Total $168.00");
    stream.tell("orders", { count: 1, rows: [{ ...unpaid, paidAt: at(4) }] });
    expect(shown()).toEqual(["ccccc", "bbbbb", "aaaaa"]);
    expect(screen.getByText("2 new orders")).toBeDefined();
    expect(screen.queryByText("Unpaid", { selector: "td *" })).toBeNull();
    expect(server.inputsOf("admin.orders.page")).toHaveLength(before);
  });

  it("does not move while orders are selected, and shows the new ones on request", async () => {
    const { server, streams, user } = openList();
    const stream = await streamOf(streams);
    await user.click(screen.getByRole("checkbox", { name: "Select order aaaaa" }));
    stream.tell("orders", { count: 1, rows: [arrived] });
    expect(shown()).toEqual(["bbbbb", "aaaaa"]);
    expect(screen.getByText("1 selected")).toBeDefined();
    const before = server.inputsOf("admin.orders.page").length;
    await user.click(screen.getByRole("button", { name: "Show" }));
    await waitFor(() => expect(server.inputsOf("admin.orders.page")).toHaveLength(before + 1));
    expect(screen.queryByText("1 new order")).toBeNull();
  });

  it("of another filter tells of new orders and leads to the list that has them", async () => {
    const { streams, user, router } = openList("/admin/orderlist?state=delivered&search=ada");
    const stream = await streamOf(streams);
    stream.tell("orders", { count: 12, rows: [arrived] });
    expect(shown()).toEqual(["bbbbb", "aaaaa"]);
    expect(screen.getByText("12 new orders")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Show" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  it("is loaded anew when orders may have been missed", async () => {
    const { server, streams } = openList();
    const stream = await streamOf(streams);
    const before = server.inputsOf("admin.orders.page").length;
    stream.tell("reload", {});
    await waitFor(() => expect(server.inputsOf("admin.orders.page")).toHaveLength(before + 1));
    stream.tell("orders", "what a newer server says");
    await waitFor(() => expect(server.inputsOf("admin.orders.page")).toHaveLength(before + 2));
  });

  it("holds a stream while it is seen only, and asks again for one that was refused", async () => {
    const { streams } = openList();
    const stream = await streamOf(streams);
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    fireEvent(document, new Event("visibilitychange"));
    expect(streams()).toEqual([]);
    hidden.mockReturnValue(false);
    fireEvent(document, new Event("visibilitychange"));
    const [reopened] = streams();
    expect(reopened).toBeDefined();
    expect(reopened).not.toBe(stream);
    vi.useFakeTimers();
    reopened?.close();
    reopened?.dispatchEvent(new Event("error"));
    expect(streams()).toEqual([]);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(streams()).toHaveLength(1);
    hidden.mockRestore();
  });
});
