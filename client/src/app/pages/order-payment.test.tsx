import type { Order } from "@shop/shared/order/order";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  approve,
  failure,
  failureAfterToast,
  isBlocked,
  open,
  openToPay,
  paid,
  simulator,
  toast,
  unpaid,
} from "../order-page-in-test.tsx";
import { Refusal } from "../shop-in-test.tsx";

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.unstubAllGlobals();
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
    const { provider, server, user } = await openToPay();
    await user.click(screen.getByRole("button", { name: "Pay by card instead" }));
    await act(async () => {
      const ids = await Promise.all([provider.button().createOrder(), provider.button("card").createOrder()]);
      expect(ids).toEqual(["PROVIDER-1", "PROVIDER-1"]);
    });
    expect(server.inputsOf("order.startPayment")).toEqual([{ id: unpaid._id, provider: "paypal" }]);
  });

  it("is offered by PayPal's further ways that the shop has chosen, folded, and by no others", async () => {
    const { provider, user } = await openToPay({
      "order.paymentConfig": () => ({ ...simulator, payPalMethods: ["Venmo", "BLIK"] }),
    });
    expect(provider.scripts.at(-1)?.src).toContain("enable-funding=venmo,blik");
    expect(() => provider.button("venmo")).toThrow();
    await user.click(screen.getByRole("button", { name: "Other ways to pay" }));
    await waitFor(() => expect(provider.button("venmo")).toBeDefined());
    expect(provider.button("blik")).toBeDefined();
    expect(provider.button("card")).toBeDefined();
    expect(() => provider.button("ideal")).toThrow();
  });

  it("asks PayPal's script for nothing more where the shop has chosen nothing", async () => {
    const { provider } = await openToPay();
    expect(provider.scripts.at(-1)?.src).not.toContain("enable-funding");
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
    expect(failureAfterToast()).toBe("Your card was declined");
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
    expect(failureAfterToast()).toBe(text);
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
    expect(failureAfterToast()).toBe("The payment did not go through. Please try again.");
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
    expect(failureAfterToast()).toBe(text);
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
