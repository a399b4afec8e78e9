import type { Order } from "@shop/shared/order/order";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { open, openToPay, paid, toast, unpaid } from "../order-page-in-test.tsx";
import { Refusal } from "../shop-in-test.tsx";

beforeEach(() => localStorage.clear());

const code = "0".repeat(20);
const withCard: Order = { ...unpaid, credits: [{ giftCard: "3GCN", amount: 20 }] };

/** An order of which credit can pay something. */
async function openWithCredit({ balance = 0, takesGiftCards = true, ...answers }: Record<string, unknown> = {}) {
  let order: Order = unpaid;
  const answer = (name: string, after: Order) => {
    const own = answers[name];
    return () => {
      if (own !== undefined) return own;
      order = after;
      return after;
    };
  };
  return openToPay({
    "order.byId": () => order,
    "order.creditToUse": () => ({ balance, takesGiftCards }),
    "order.payWithCredit": answer("payWithCredit", withCard),
    "order.takeCreditOff": answer("takeCreditOff", unpaid),
  });
}

async function enter(shop: Awaited<ReturnType<typeof openWithCredit>>, text: string): Promise<HTMLElement> {
  await shop.user.click(await screen.findByText("Pay with a gift card"));
  const field = screen.getByLabelText("Code of the gift card");
  await shop.user.type(field, `${text}{Enter}`);
  return field;
}

describe("An order that is to be paid", () => {
  it("says nothing of gift cards and credit where there are none", async () => {
    await openToPay();
    expect(screen.queryByText("Pay with a gift card")).toBeNull();
    expect(screen.queryByText(/of credit/)).toBeNull();
  });

  it("is paid in part with a gift card, asks for the rest, and gives it back", async () => {
    const shop = await openWithCredit();
    await enter(shop, "0000-0000-0000-0000-oooo");
    expect(await screen.findByRole("heading", { name: "One step left: pay $36.00" })).toBeDefined();
    expect(shop.server.inputsOf("order.payWithCredit")).toEqual([{ id: unpaid._id, giftCard: code }]);
    expect(screen.getByText("Gift card …3GCN")).toBeDefined();
    await shop.user.click(screen.getByRole("button", { name: "Pay without gift card" }));
    expect(await screen.findByRole("heading", { name: "One step left: pay $56.00" })).toBeDefined();
  });

  it("says beside the field why a gift card is refused, keeps the code, and asks nobody about a mistyped one", async () => {
    const words = "Nothing is left on this gift card";
    const shop = await openWithCredit({ payWithCredit: new Refusal(400, words, "VALIDATION") });
    const field = await enter(shop, "nonsense");
    expect(screen.getByText("This is no gift card code. Please check its 20 letters and digits.")).toBeDefined();
    expect(shop.server.inputsOf("order.payWithCredit")).toEqual([]);
    await shop.user.clear(field);
    await shop.user.type(field, `${code}{Enter}`);
    expect(await screen.findByText(words)).toBeDefined();
    expect(field).toHaveProperty("value", code);
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it("offers the customer's credit, and says why it was not used", async () => {
    const words = "You have no credit left";
    const refused = new Refusal(409, words, "ILLEGAL_TRANSITION");
    const shop = await openWithCredit({ balance: 12, takesGiftCards: false, payWithCredit: refused });
    expect(await screen.findByText("You have $12.00 of credit.")).toBeDefined();
    expect(screen.queryByText("Pay with a gift card")).toBeNull();
    await shop.user.click(screen.getByRole("button", { name: "Use it" }));
    expect(await toast(words)).toBeDefined();
  });
});

describe("The gift cards of an order", () => {
  const item = { name: "Gift card", qty: 1, image: "", price: 50, product: unpaid._id, isGiftCard: true as const };
  const card = {
    _id: "0190c4de-0000-7000-8000-00000000cafe",
    name: "Gift card",
    code: "7KQ4-M2XD-9RTA-V0HB-3GCN",
    ending: "3GCN",
    value: 50,
    left: 30,
    expiresAt: null,
    isStopped: false,
    recipient: null,
  };
  const bought: Order = { ...paid, orderItems: [item] };

  it("are awaited, and then shown with what is left of them", async () => {
    let isMade = false;
    open(bought, { "order.giftCards": () => ({ isMade, cards: isMade ? [card] : [] }) });
    const region = await screen.findByRole("region", { name: "Your gift cards" });
    expect(await within(region).findByText(/^We make your codes/)).toBeDefined();
    isMade = true;
    expect(await within(region).findByText(card.code, undefined, { timeout: 10_000 })).toBeDefined();
    expect(within(region).getByText("$30.00 of $50.00 left")).toBeDefined();
  });

  it("are mailed to somebody; what was entered stays until that is saved", async () => {
    const to = { name: "Grace", email: "grace@example.com", sendAt: "2026-07-01T00:00:00.000Z", sentAt: null };
    let answer: unknown = new Refusal(409, "This gift card was mailed or stopped already", "ILLEGAL_TRANSITION");
    const { user, server } = open(bought, {
      "order.giftCards": () => ({ isMade: true, cards: [card] }),
      "order.sendGiftCard": () => answer,
    });
    await user.click(await screen.findByRole("button", { name: "Mail it to somebody…" }));
    const form = await screen.findByRole("dialog", { name: "Mail this gift card" });
    await user.click(within(form).getByRole("button", { name: "Mail it" }));
    expect(within(form).getByText("Name is required")).toBeDefined();
    await user.type(within(form).getByLabelText(/^Name/), "Grace");
    await user.type(within(form).getByLabelText(/^Email/), "grace@example.com");
    await user.click(within(form).getByRole("button", { name: "Mail it" }));
    expect(await within(form).findByText("This gift card was mailed or stopped already")).toBeDefined();
    expect(within(form).getByLabelText(/^Name/)).toHaveProperty("value", "Grace");
    answer = { isMade: true, cards: [{ ...card, recipient: to }] };
    await user.click(within(form).getByRole("button", { name: "Mail it" }));
    expect(await toast("We mail the gift card to Grace now")).toBeDefined();
    expect(server.inputsOf("order.sendGiftCard").at(-1)).toEqual({
      id: card._id,
      name: "Grace",
      email: "grace@example.com",
      words: "",
    });
  });
});
