import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ada, open, paid, simulator, toast, unpaid } from "../order-page-in-test.tsx";
import { Refusal, renderShop, stubServer } from "../shop-in-test.tsx";

const order = { ...unpaid, paymentMethod: "Stripe" as const };
const stripe = { publishableKey: "pk_test_1", mode: "test", scriptBase: "https://js.stripe.com" };
const config = { clientId: "", mode: "off", scriptBase: null, stripe };
const identity = { payments: "off" as const, stripe: "test" as const, paymentMethods: ["Stripe" as const] };
const started = { id: "pi_1", clientSecret: "pi_1_secret_1" };

type Result = { error?: { message: string }; paymentIntent?: object };
const confirmPayment = vi.fn<(options: object) => Promise<Result>>();

/** Stands where Stripe's script would come from. */
function fakeStripe() {
  const element = {
    mount: (place: HTMLElement) => {
      place.textContent = "Stripe's form";
    },
    on: () => undefined,
    off: () => undefined,
    update: () => undefined,
    destroy: () => undefined,
  };
  const unused = () => Promise.resolve({});
  return {
    elements: () => ({ create: () => element, getElement: () => element, update: () => undefined }),
    confirmPayment,
    createToken: unused,
    createPaymentMethod: unused,
    confirmCardPayment: unused,
  };
}

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("Stripe", Object.assign(fakeStripe, { version: "endive" }));
  confirmPayment.mockReset().mockResolvedValue({ paymentIntent: {} });
});
afterEach(() => vi.unstubAllGlobals());

type Answers = Parameters<typeof open>[1];

function openOrder(answers: Answers = {}, shown: Parameters<typeof open>[3] = identity) {
  const defaults = { "order.paymentConfig": () => config, "order.startPayment": () => started };
  return open(order, { ...defaults, ...answers }, undefined, shown);
}

/** An open order whose form has come. */
async function openForm(answers: Answers = {}) {
  const shop = openOrder(answers);
  await shop.user.click(await screen.findByRole("button", { name: "Pay by card or wallet" }));
  await screen.findByText("Stripe's form");
  return shop;
}

const pay = () => screen.getByRole("button", { name: "Pay $56.00" });

describe("paying through Stripe", () => {
  it("starts the payment by a press, shows Stripe's form, and thanks once the shop has captured it", async () => {
    let isPaid = false;
    const settle = () => {
      isPaid = true;
      return paid;
    };
    const { server, user } = await openForm({ "order.pay": settle, "order.byId": () => (isPaid ? paid : order) });
    expect(server.inputsOf("order.startPayment")).toEqual([{ id: order._id, provider: "stripe" }]);
    await user.click(pay());
    expect(await screen.findByText("Thank you, Ada")).toBeDefined();
    expect(confirmPayment).toHaveBeenCalledWith(
      expect.objectContaining({
        redirect: "if_required",
        confirmParams: { return_url: `${location.origin}/order/${order._id}` },
      }),
    );
    expect(server.inputsOf("order.pay")).toEqual([{ orderId: order._id, id: "pi_1" }]);
  });

  it("says why a card was declined and lets the customer try another one in the same form", async () => {
    confirmPayment.mockResolvedValueOnce({ error: { message: "Your card was declined." } });
    const { server, user } = await openForm({ "order.pay": () => paid });
    await user.click(pay());
    await toast("Your card was declined.");
    expect(server.inputsOf("order.pay")).toEqual([]);
    await user.click(pay());
    expect(await screen.findByText("Thank you, Ada")).toBeDefined();
    expect(server.inputsOf("order.startPayment")).toHaveLength(1);
  });

  it("says that nothing was charged where Stripe cannot be reached", async () => {
    confirmPayment.mockRejectedValueOnce(new Error("network"));
    const { user } = await openForm();
    await user.click(pay());
    await toast("The payment provider could not be reached. Nothing was charged.");
    expect(pay()).toBeDefined();
  });

  it("begins anew with what the shop has refused to capture", async () => {
    const { server, user } = await openForm({ "order.pay": () => new Refusal(402, "The order was edited") });
    await user.click(pay());
    await toast("The order was edited");
    await user.click(await screen.findByRole("button", { name: "Pay by card or wallet" }));
    await screen.findByText("Stripe's form");
    expect(server.inputsOf("order.startPayment")).toHaveLength(2);
  });

  it("stays where it is if the shop cannot start a payment, and says why", async () => {
    const { user } = openOrder({ "order.startPayment": () => new Refusal(409, "Out of stock") });
    await user.click(await screen.findByRole("button", { name: "Pay by card or wallet" }));
    await toast("Out of stock");
    expect(screen.getByRole("button", { name: "Pay by card or wallet" })).toBeDefined();
  });

  it("waits for a payment that takes time, and asks for no other one", async () => {
    const { user } = await openForm({
      "order.pay": () => new Refusal(409, "Wait", "PAYMENT_PENDING"),
    });
    await user.click(pay());
    expect(await screen.findByText("Payment pending")).toBeDefined();
    expect(pay().closest("[inert]")).not.toBeNull();
  });

  it.each([
    ["Stripe", false],
    ["Bank Transfer", false],
    ["Stripe", true],
  ] as const)(
    "is reported once when its customer comes back from the bank, unless it is paid, and the address is cleaned (%s, paid: %s)",
    async (paymentMethod, isPaid) => {
      localStorage.setItem("userInfo", JSON.stringify(ada));
      const server = stubServer({
        "account.profile": () => ada,
        "order.byId": () => (isPaid ? paid : { ...order, paymentMethod }),
        "order.mine": () => [],
        "order.paymentConfig": () => config,
        "order.pay": () => paid,
      });
      const secret = "payment_intent_client_secret=pi_9_secret&redirect_status=succeeded";
      const { router } = renderShop(`/order/${order._id}?payment_intent=pi_9&${secret}`, [], identity);
      expect(await screen.findByText("Thank you, Ada")).toBeDefined();
      expect(server.inputsOf("order.pay")).toEqual(isPaid ? [] : [{ orderId: order._id, id: "pi_9" }]);
      expect(router.state.location.search).toBe("");
    },
  );

  it("offers PayPal beside it where the shop does", async () => {
    const both = { "order.paymentConfig": () => ({ ...simulator, stripe }) };
    const shown = { payments: "simulator" as const, stripe: "test" as const };
    const { user, provider } = openOrder(both, { ...shown, paymentMethods: ["PayPal", "Stripe"] });
    await user.click(await screen.findByRole("button", { name: "Pay with PayPal instead" }));
    await provider.arrive("load");
    expect(await screen.findByText("paypal")).toBeDefined();
    await act(() => user.click(screen.getByRole("button", { name: "Pay by card or wallet instead" })));
    await waitFor(() => expect(screen.getByRole("button", { name: "Pay by card or wallet" })).toBeDefined());
  });
});
