import type { EarlierOrderRow } from "../order/earlier-order.ts";
import type { OrderRow } from "../order/order-list.ts";
import type { OrderNote } from "../order/order-message.ts";
import type { Account } from "./account.ts";

/** How many of a person's newest orders, reviews and messages their page shows. */
export const customerListLength = 20;

/** A row of the list of accounts. What was paid for orders, and how many, is there for those who may see orders. */
export type CustomerRow = Account & { tags: string[]; paidOrders?: number; spent?: number };

/** Everything that admins see about a person on one page. Amounts have at most two decimals; times are ISO 8601, UTC. */
export type Customer = {
  _id: string;
  name: string;
  email: string;
  isAdmin: boolean;
  /** Whether they buy without an account. */
  isGuest?: true;
  /** When the account was opened. */
  joinedAt: string;
  /** What was paid for orders, refunds taken off. */
  spent: number;
  refunded: number;
  /** Whether they agreed to mails of marketing. */
  acceptsMarketing: boolean;
  tags: string[];
  /** Of admins, oldest first. Customers never see them. */
  notes: OrderNote[];
  /** Whether they have signed in since their account came from the former shop. */
  isUsed: boolean;
  orders: { total: number; paid: number; rows: OrderRow[] };
  /** Those of the former shop. */
  earlierOrders: { total: number; rows: EarlierOrderRow[] };
  reviews: { total: number; average: number | null; rows: CustomerReview[] };
  messages: { total: number; unread: number; rows: CustomerMessage[] };
};

export type CustomerReview = {
  _id: string;
  product: { _id: string; name: string };
  rating: number;
  comment: string;
  createdAt: string;
};

export type CustomerMessage = {
  _id: string;
  orderId: string;
  from: "customer" | "shop";
  text: string;
  createdAt: string;
};
