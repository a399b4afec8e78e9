import { customerCreditSchema, payWithCreditSchema } from "@shop/shared/credit/credit-schema";
import { ownGiftCardsSchema } from "@shop/shared/credit/gift-card";
import { orderSchema } from "@shop/shared/order/order";
import { idInputSchema } from "@shop/shared/query";
import { readOwnGiftCards } from "../../domain/gift-card/own-cards.ts";
import { requirePayable } from "../../domain/payment/read.ts";
import { takeCreditOff } from "../../domain/payment/store-credit/give-back-credit.ts";
import { payWithCredit } from "../../domain/payment/store-credit/pay-with-credit.ts";
import { readOwnCredit } from "../../domain/store-credit/customer-account.ts";
import { exampleCredit, exampleGiftCards, exampleOrder, exampleOrderWithCredit } from "../openapi/examples.ts";
import { endpoint } from "./endpoint.ts";

const tag = "Payment";
const path = "/api/orders/:id/credit";
const whileUnpayable = [...(["FORBIDDEN", "ALREADY_PAID", "ILLEGAL_TRANSITION"] as const), "PAYMENT_PENDING" as const];

/** Gift cards, and what customers have been given to spend. */
export const storeCreditEndpoints = [
  endpoint({
    method: "PUT",
    path,
    caller: "customer",
    id: "payWithCredit",
    tag,
    summary: "Pay an order with a gift card or with credit",
    description:
      "As far as that reaches: the order says what is left to pay. Whatever covers it makes the order paid. If the rest is " +
      "not paid in time, or the order is cancelled, the credit goes back.",
    input: { params: idInputSchema, body: payWithCreditSchema },
    body: { example: { giftCard: "7KQ4-M2XD-9RTA-V0HB-3GCN" } },
    answers: { 200: { description: "The order.", schema: orderSchema, example: exampleOrderWithCredit } },
    refuses: [...whileUnpayable, "OUT_OF_STOCK", "RATE_LIMITED"],
    requireExisting: ({ services, actor, id }) => requirePayable(services.db, actor, id),
    run: ({ services, actor, params: { id }, body }) => payWithCredit(services, actor, id, body),
  }),
  endpoint({
    method: "DELETE",
    path,
    caller: "customer",
    id: "takeCreditOff",
    tag,
    summary: "Take credit off an unpaid order",
    description: "What gift cards and credit have paid of it goes back to them. Reads no body.",
    input: { params: idInputSchema },
    answers: { 200: { description: "The order.", schema: orderSchema, example: exampleOrder } },
    refuses: whileUnpayable,
    requireExisting: ({ services, actor, id }) => requirePayable(services.db, actor, id),
    run: ({ services, actor, params: { id } }) => takeCreditOff(services.db, actor, id),
  }),
  endpoint({
    method: "GET",
    path: "/api/orders/:id/gift-cards",
    caller: "customer",
    id: "readGiftCards",
    tag,
    summary: "Read the gift cards that one has bought with an order",
    description: "With their codes, which are made once the order is paid. Only the buyer can read them.",
    input: { params: idInputSchema },
    answers: { 200: { description: "The gift cards.", schema: ownGiftCardsSchema, example: exampleGiftCards } },
    run: ({ services, actor, params: { id } }) => readOwnGiftCards(services, actor, id),
  }),
  endpoint({
    method: "GET",
    path: "/api/users/profile/credit",
    caller: "customer",
    id: "readOwnCredit",
    tag,
    summary: "Read one's own credit",
    description: "What the shop owes the caller, to be spent on orders, and how it came so. Gift cards are not in it.",
    input: {},
    answers: { 200: { description: "The credit.", schema: customerCreditSchema, example: exampleCredit } },
    run: ({ services, actor }) => readOwnCredit(services.db, actor),
  }),
];
