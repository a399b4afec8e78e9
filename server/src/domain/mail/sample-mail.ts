import type { EditableMail, MailValues } from "@shop/shared/mail-texts";
import { formatMoney } from "@shop/shared/money";
import type { Order } from "@shop/shared/order/order";
import type { ShopIdentity } from "../base/shop-facts.ts";
import { welcome } from "./templates/account-mails.ts";
import type { MailBody } from "./templates/body.ts";
import {
  type OrderFacts,
  orderCancelled,
  orderConfirmed,
  orderDelivered,
  orderPlaced,
  orderShipped,
  paymentReceived,
  refundMade,
} from "./templates/order-mails.ts";
import { reviewInvitation } from "./templates/product-mails.ts";
import { questionAnswered } from "./templates/question-mails.ts";
import { orderNumber, orderUrl } from "./templates/words.ts";

const productId = "01990a4e-7c21-7cc2-b1f0-3d6a52a1c004";
const paidAt = "2026-03-02T09:30:00.000Z";
const name = "Ada Lovelace";

/** An invented order, because a preview must not show those of customers. */
const sampleOrder: Order = {
  _id: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c007",
  user: { name, email: "ada@example.com" },
  orderItems: [{ name: "Desk lamp", qty: 2, image: "", price: 49.9, product: productId }],
  shippingAddress: { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" },
  paymentMethod: "PayPal",
  itemsPrice: 99.8,
  discountPrice: 0,
  discounts: [],
  shippingPrice: 10,
  taxPrice: 14.97,
  totalPrice: 124.77,
  createdAt: "2026-03-02T09:15:00.000Z",
  paymentResult: { id: "5O190127TN364715T", status: "completed" },
  isPaid: true,
  paidAt,
  isConfirmed: true,
  confirmedAt: paidAt,
  isProcessed: false,
  processedAt: null,
  isShipped: false,
  shippedAt: null,
  isDelivered: false,
  deliveredAt: null,
  isPartlyShipped: false,
  arrival: null,
  parcels: [],
  matters: [],
  refunds: [],
  capturedPrice: 124.77,
  refundedPrice: 49.9,
  isRefunded: false,
  isRestocked: false,
  isWithdrawn: false,
  cancellation: null,
};

const refundCents = 4_990;
const sampleProduct = "Desk lamp";

/** What the placeholders stand for in the sample of a mail. */
export function sampleValues(shop: ShopIdentity): MailValues {
  return {
    name,
    shop: shop.name,
    order: orderNumber(sampleOrder._id),
    total: formatMoney(sampleOrder.totalPrice),
    amount: formatMoney(49.9),
    product: sampleProduct,
  };
}

/** A mail of a kind about invented things, in the specified words. */
export function sampleMail(kind: EditableMail, shop: ShopIdentity): MailBody {
  const choices = { progress: true, reviews: true };
  const url = orderUrl(shop, sampleOrder._id);
  const facts: OrderFacts = { shop, order: sampleOrder, url, heldUntil: new Date("2026-03-02T10:15:00.000Z"), choices };
  switch (kind) {
    case "welcome":
      return welcome({ shop, name, recipient: "ada@example.com", at: new Date(paidAt), proof: "sample" });
    case "order placed":
      return orderPlaced(facts);
    case "payment received":
      return paymentReceived(facts);
    case "order confirmed":
      return orderConfirmed(facts);
    case "order shipped":
      return orderShipped(facts);
    case "order delivered":
      return orderDelivered(facts, false);
    case "review invitation":
      return reviewInvitation(facts, [{ id: productId, name: "Desk lamp" }]);
    case "refund made":
      return refundMade(facts, { amountCents: refundCents, reason: null });
    case "question answered":
      return questionAnswered(
        { shop, name, recipient: "ada@example.com" },
        {
          product: { id: productId, name: sampleProduct, isOnSale: true },
          question: "Can its light be dimmed?",
          answer: "Yes: turn the knob on its foot.",
          isHidden: false,
        },
      );
    case "order cancelled":
      return orderCancelled(facts, { amountCents: refundCents, isByCustomer: true });
  }
}
