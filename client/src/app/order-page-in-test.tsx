import { notifications } from "@mantine/notifications";
import type { Order } from "@shop/shared/order/order";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, vi } from "vitest";
import type { ShopIdentity } from "../ui/shop-identity.ts";
import { emptyOrderParts } from "./order-in-test.ts";
import { renderShop, stubServer } from "./shop-in-test.tsx";

export const ada = {
  _id: "ada",
  name: "Ada",
  email: "ada@example.com",
  isAdmin: false,
  expirationTime: 4_000_000_000_000,
};
export const unpaid: Order = {
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
export const paid: Order = { ...unpaid, isPaid: true, paidAt: "2026-06-30T23:12:03.000Z", capturedPrice: 56 };
const path = `/order/${unpaid._id}`;
export const simulator = { clientId: "demo", mode: "simulator", scriptBase: "http://localhost:3990", stripe: null };

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

export function open(order: Order, answers: Answers = {}, viewer: object = ada, identity: Partial<ShopIdentity> = {}) {
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
export async function openToPay(answers: Answers = {}, order = unpaid) {
  const shop = open(order, answers);
  await screen.findByText("Not Paid");
  await shop.provider.arrive("load");
  await screen.findByText("A secure window will open. You only pay once you approve there.");
  return shop;
}

export const approve = (shop: Awaited<ReturnType<typeof openToPay>>, restart = vi.fn()) =>
  act(async () => {
    const id = await shop.provider.button().createOrder();
    await shop.provider.button().onApprove({ orderID: id }, { restart });
  });

export const plate = () => document.querySelector("[data-next-action]");
export const toast = (text: string) => screen.findByText(text, { selector: "[data-outcome] *" });
/** What is said below the buttons after a failed payment, once no toast says it any more. */
export const failure = () => plate()?.parentElement?.querySelector("[data-tone=danger]")?.textContent;
/** The same, after the toast was closed; nothing is said twice at a time. */
export function failureAfterToast() {
  expect(failure()).toBeUndefined();
  act(() => notifications.clean());
  return failure();
}
export const isBlocked = () => plate()?.closest("[inert]") !== null;
