import type { Opening } from "@shop/shared/admin/opening";
// @module-tag wide
import type { FailedMails, MailRecord } from "@shop/shared/mail";
import type { Order } from "@shop/shared/order/order";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { emptyOrderParts } from "./order-in-test.ts";
import { openShopInTest, Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const day = (n: number) => `2026-03-0${n}T10:00:00.000Z`;
const orderId = "0190c4de-0000-7000-8000-0000000bbbbb";

const failed: MailRecord = {
  _id: "m1",
  kind: "order shipped",
  status: "failed",
  recipient: "ada@example.com",
  orderId,
  createdAt: day(1),
  endedAt: day(4),
  sendAt: null,
  attempts: 24,
  detail: "550 No such mailbox",
};
const order: Order = {
  _id: orderId,
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
  paymentResult: null,
  ...emptyOrderParts,
  capturedPrice: 21.5,
};

function open(path: string, answers: Parameters<typeof stubServer>[0]) {
  localStorage.setItem("userInfo", JSON.stringify(boss));
  const server = stubServer({
    "account.profile": () => boss,
    "order.byId": () => order,
    "order.history": () => [],
    "admin.orders.money": () => ({ payments: [], matters: [], restockable: [] }),
    ...answers,
  });
  return { ...renderShop(path), server };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("the list of failed mails", () => {
  it("names each with its order, its recipient and the mail server's answer, and sends it again", async () => {
    let answer: FailedMails = { rows: [failed], total: 1 };
    const { server, user } = open("/admin/mails", {
      "admin.mails.failed": () => answer,
      "admin.mails.sendAgain": () => {
        answer = { rows: [], total: 0 };
        return { message: "The mail is on its way" };
      },
    });
    const list = await screen.findByRole("region", { name: "1 mail could not be sent" });
    const line = within(list).getByRole("listitem");
    expect(line.textContent).toContain("Order shipped");
    expect(line.textContent).toContain("To ada@example.com");
    expect(line.textContent).toContain("The mail server says: 550 No such mailbox");
    expect(within(line).getByRole("link", { name: "order bbbbb" }).getAttribute("href")).toBe(`/order/${orderId}`);
    expect(within(list).queryByRole("button", { name: "Send all again" })).toBeNull();
    await user.click(within(line).getByRole("button", { name: "Send again" }));
    expect(await screen.findByText("The mail is on its way")).toBeDefined();
    expect(await screen.findByText("No mail has failed")).toBeDefined();
    expect(server.inputsOf("admin.mails.sendAgain")).toEqual([{ id: "m1" }]);
  });

  it("sends all again, and says how many", async () => {
    const rows = [failed, { ...failed, _id: "m2", kind: "welcome" as const, orderId: null }];
    const { user } = open("/admin/mails", {
      "admin.mails.failed": () => ({ rows, total: 120 }),
      "admin.mails.sendAllAgain": () => ({ count: 120 }),
    });
    const list = await screen.findByRole("region", { name: "120 mails could not be sent" });
    expect(list.textContent).toContain("These are the newest 2 of them.");
    await user.click(within(list).getByRole("button", { name: "Send all again" }));
    expect(await screen.findByText("120 mails are on their way")).toBeDefined();
  });

  it("says so when it cannot be loaded, and when no mail goes out", async () => {
    open("/admin/mails", {
      "admin.mails.failed": () => new Refusal(503, "Please try again"),
      "admin.dashboard.opening": (): Opening => ({ ...openShopInTest, mailMode: "off" }),
    });
    expect((await screen.findByRole("alert")).textContent).toContain("Please try again");
    expect(await screen.findByText(/No mail goes out/)).toBeDefined();
  });
});

describe("the mails of an order", () => {
  it("show their state, and a refused one is sent again", async () => {
    let isSent = false;
    const waiting: MailRecord = {
      ...failed,
      _id: "m3",
      kind: "payment received",
      status: "waiting",
      sendAt: day(5),
      endedAt: null,
      detail: "451 Later",
    };
    const skipped: MailRecord = {
      ...failed,
      _id: "m4",
      kind: "order placed",
      status: "skipped",
      detail: "The order was paid or released meanwhile",
    };
    const { user, server } = open(`/order/${orderId}`, {
      "admin.mails.ofOrder": () => [skipped, isSent ? { ...waiting, status: "sent", sendAt: null } : waiting],
      "admin.mails.sendAgain": () => {
        isSent = true;
        return { message: "The mail is on its way" };
      },
    });
    const mails = await screen.findByRole("region", { name: "Mails" });
    await waitFor(() => expect(within(mails).getAllByRole("listitem")).toHaveLength(2));
    expect(mails.textContent).toContain("Order placed");
    expect(mails.textContent).toContain("Not sent");
    expect(mails.textContent).toContain("The order was paid or released meanwhile");
    expect(mails.textContent).toContain("Refused, tried again");
    expect(mails.textContent).toContain("Next on 2026-03-05 10:00 UTC · The mail server says: 451 Later");
    await user.click(within(mails).getByRole("button", { name: "Send now" }));
    await waitFor(() => expect(within(mails).queryByRole("button", { name: "Send now" })).toBeNull());
    expect(server.inputsOf("admin.mails.sendAgain")).toEqual([{ id: "m3" }]);
  });
});

describe("the admin's home", () => {
  const home = {
    "admin.orders.waiting": () => new Refusal(500),
    "admin.dashboard.home": () => new Refusal(500),
  };

  it("tells that no mail goes out", async () => {
    open("/", { ...home, "admin.dashboard.opening": (): Opening => ({ ...openShopInTest, mailMode: "off" }) });
    expect(await screen.findByText(/No mail goes out/)).toBeDefined();
  });

  it("leads to the mails that failed", async () => {
    open("/", { ...home, "admin.dashboard.opening": (): Opening => ({ ...openShopInTest, failedMails: 3 }) });
    expect(await screen.findByText(/3 mails could not be sent/)).toBeDefined();
    expect(screen.getByRole("link", { name: "Look at them" }).getAttribute("href")).toBe("/admin/mails");
  });
});

describe("a customer's profile", () => {
  it("saves each choice of mails at once, and takes a choice back that could not be saved", async () => {
    let isBroken = false;
    const ada = { ...boss, isAdmin: false };
    let choices: unknown = { progress: true, reviews: true };
    const { user, server } = open("/profile", {
      "account.profile": () => ada,
      "order.mine": () => [],
      "account.mailChoices": () => choices,
      "account.changeMailChoices": (input) => {
        if (isBroken) return new Refusal(503, "Please try again");
        choices = input;
        return input;
      },
    });
    const progress = await screen.findByRole("switch", { name: "Tell me about my orders' progress" });
    const reviews = screen.getByRole<HTMLInputElement>("switch", { name: "Ask me for reviews" });
    await user.click(progress);
    expect(await screen.findByText("Saved")).toBeDefined();
    expect(server.inputsOf("account.changeMailChoices")).toEqual([{ progress: false, reviews: true }]);
    isBroken = true;
    await user.click(reviews);
    expect(await screen.findByText("Please try again")).toBeDefined();
    await waitFor(() => expect(reviews.checked).toBe(true));
  });
});
