import { declareWithdrawalSchema } from "@shop/shared/order/withdrawal";
import { declareWithdrawal, withdrawalDeclared } from "../../domain/withdrawal/declare.ts";
import { messageAnswer } from "../openapi/answers.ts";
import { endpoint } from "./endpoint.ts";

/** Withdrawals from contracts, which need no account. */
export const withdrawalEndpoint = endpoint({
  method: "POST",
  path: "/api/withdrawals",
  caller: "anyone",
  id: "withdraw",
  tag: "Orders",
  summary: "Withdraw from the contract of an order",
  description:
    "For whoever knows an order's number, which is its id or the end of it, and its e-mail. No reason is asked for. " +
    "Known and unknown orders get the same answer in the same time; the customer of a known one gets a receipt by " +
    "mail. A second declaration changes nothing. With `goods` it is about a part of the order, and becomes a return of " +
    "it. A shop without `RETURNS_DAYS` answers 404.",
  input: { body: declareWithdrawalSchema },
  body: { example: { orderNumber: "1a2b3", email: "ada@example.com" } },
  answers: { 200: messageAnswer(withdrawalDeclared) },
  refuses: ["NOT_FOUND", "RATE_LIMITED"],
  run: ({ services, context, body }) => declareWithdrawal(services, body, context.address),
});
