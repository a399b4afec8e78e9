import type { Account, AccountDetail, SignedIn } from "@shop/shared/account/account";
import type { OwnData } from "@shop/shared/account/own-data";
import type { PasskeySignature, SignatureRequest } from "@shop/shared/account/passkey";
import type { ProductDetail, TermDetail } from "@shop/shared/catalog/admin-catalog";
import type { Brand, Category, Product, ProductSummary } from "@shop/shared/catalog/catalog";
import type { CustomerCredit } from "@shop/shared/credit/credit-schema";
import type { OwnGiftCards } from "@shop/shared/credit/gift-card";
import type { Order } from "@shop/shared/order/order";
import type { EditedOrder, OrderEdits } from "@shop/shared/order/order-edit";
import type { NewParcel } from "@shop/shared/order/parcel";
import type { OrderReturns } from "@shop/shared/order/return";

/** Example records. */

const ids = {
  admin: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c001",
  customer: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c002",
  product: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c003",
  question: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c014",
  review: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c004",
  brand: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c005",
  category: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c006",
  order: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c007",
  parcel: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c008",
};
const times = {
  created: "2026-03-01T09:30:00.000Z",
  changed: "2026-03-02T14:05:30.250Z",
};

export const examplePassword = "correct horse battery";

export const exampleAccount: Account = {
  _id: ids.customer,
  name: "Ada Lovelace",
  email: "ada@example.com",
  isAdmin: false,
};
export const exampleAccountDetail: AccountDetail = { ...exampleAccount, version: 1, updatedAt: times.changed };
export const exampleSignedIn: SignedIn = { ...exampleAccount, expirationTime: Date.parse("2026-03-09T09:30:00.000Z") };

export const exampleSignatureRequest: SignatureRequest = {
  challenge: "rxNbQ3n1C3xSgT0hTq8cWqkEw2V3YvC0b1uP0wq4p5U",
  rpId: "shop.example.com",
  timeout: 300_000,
  userVerification: "required",
};

export const exampleSignature: PasskeySignature = {
  id: "mDY4k2h7QkqO8b1u",
  rawId: "mDY4k2h7QkqO8b1u",
  type: "public-key",
  response: {
    clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
    authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuo",
    signature: "MEUCIQDx4V0kq3o",
    userHandle: "AZkAAAAAcACAAAAAAAAAAQ",
  },
};

export const exampleSummary: ProductSummary = {
  _id: ids.product,
  name: "Desk lamp",
  image: "/uploads/01990a4e-7c21-7cc2-b1f0-3d6a52a1c003.webp",
  brand: "Lumen & Co",
  category: "Electronics",
  description: "A lamp that finds its own brightness.",
  price: 49.9,
  countInStock: 12,
  rating: 4.5,
  numReviews: 2,
  user: ids.admin,
};
export const exampleProduct: Product = {
  ...exampleSummary,
  images: [{ image: exampleSummary.image, alt: "The lamp on a desk, switched on" }],
  attributes: [{ group: "Size", name: "Height", value: "14", unit: "in" }],
  variant: "Brass",
  group: {
    _id: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c005",
    name: exampleSummary.name,
    options: [
      {
        name: "Color",
        values: [
          { label: "Black", swatch: "#1d1d1f" },
          { label: "Brass", swatch: "#b08d57" },
        ],
      },
    ],
    variants: [
      { _id: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c004", values: [0], price: 49.9, countInStock: 0, image: "" },
      { _id: exampleSummary._id, values: [1], price: 49.9, countInStock: 12, image: exampleSummary.image },
    ],
  },
  reviews: [
    { _id: ids.review, name: "Ada Lovelace", rating: 5, comment: "Bright and quiet.", createdAt: times.created },
  ],
};
export const exampleDetail: ProductDetail = {
  ...exampleProduct,
  isDraft: false,
  version: 3,
  isStockCounted: true,
  imageAlt: "The lamp on a desk, switched on",
  createdAt: times.created,
  updatedAt: times.changed,
};
export const exampleBrand: Brand = { _id: ids.brand, name: "Lumen & Co" };
export const exampleCategory: Category = { _id: ids.category, name: "Electronics" };

/** A brand or a category of the admin. */
export function exampleName(record: Brand | Category): TermDetail {
  return {
    ...record,
    slug: record.name.toLowerCase().replace(/[^a-z]+/g, "-"),
    description: "",
    image: "",
    imageAlt: "",
    menuPosition: null,
    version: 1,
    updatedAt: times.changed,
  };
}

const unpaid = {
  paymentResult: null,
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
  isPartlyShipped: false,
};

export const exampleOrder: Order = {
  _id: ids.order,
  user: { name: "Ada Lovelace", email: "ada@example.com" },
  orderItems: [{ name: "Desk lamp", qty: 2, image: exampleSummary.image, price: 49.9, product: ids.product }],
  shippingAddress: { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" },
  paymentMethod: "PayPal",
  itemsPrice: 99.8,
  discountPrice: 0,
  discounts: [],
  shippingPrice: 10,
  taxPrice: 14.97,
  totalPrice: 124.77,
  ...unpaid,
  createdAt: times.created,
  arrival: { from: "2026-03-04", to: "2026-03-06" },
  parcels: [],
  matters: [],
  refunds: [],
  capturedPrice: 0,
  refundedPrice: 0,
  isRefunded: false,
  isRestocked: false,
  isWithdrawn: false,
  cancellation: null,
};
export const examplePaidOrder: Order = {
  ...exampleOrder,
  paymentResult: { id: "5O190127TN364715T", status: "completed" },
  isPaid: true,
  paidAt: times.changed,
};

export const exampleOrderWithCredit: Order = { ...exampleOrder, credits: [{ giftCard: "3GCN", amount: 20 }] };

export const exampleCredit: CustomerCredit = {
  balance: 20,
  entries: [
    {
      _id: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c031",
      act: "given",
      amount: 20,
      at: times.changed,
      order: null,
      reason: "For the long wait",
    },
  ],
};

export const exampleGiftCards: OwnGiftCards = {
  isMade: true,
  cards: [
    {
      _id: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c032",
      name: "Gift card",
      code: "7KQ4-M2XD-9RTA-V0HB-3GCN",
      ending: "3GCN",
      value: 50,
      left: 30,
      expiresAt: null,
      isStopped: false,
      recipient: null,
    },
  ],
};

export const exampleCancelledOrder: Order = {
  ...exampleOrder,
  cancellation: { at: times.changed, by: "shop", reason: "The lamp was damaged on its way to us." },
};

export const exampleExchange: Order = {
  ...exampleOrder,
  exchange: { of: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c012", credit: 57.39 },
};

export const exampleParcel = { carrier: "ups", trackingNumber: "1Z999AA10123456784" } as const satisfies NewParcel;
export const exampleShippedOrder: Order = {
  ...examplePaidOrder,
  isConfirmed: true,
  confirmedAt: times.changed,
  isProcessed: true,
  processedAt: times.changed,
  isShipped: true,
  shippedAt: times.changed,
  parcels: [
    {
      _id: ids.parcel,
      ...exampleParcel,
      carrierName: "UPS",
      version: 1,
      trackingUrl: "https://www.ups.com/track?tracknum=1Z999AA10123456784",
      items: [],
    },
  ],
};

export const exampleOwnData: OwnData = {
  about: {
    shop: "Lumen & Loom, https://shop.example.com",
    createdAt: times.changed,
    amounts: 'Fields whose names end in "Cents" are amounts in cents, of USD unless the order says otherwise.',
    times: "Times are in UTC, as ISO 8601 writes them.",
  },
  account: {
    id: ids.customer,
    name: "Ada Lovelace",
    email: "ada@example.com",
    previousEmail: null,
    isAdmin: false,
    role: null,
    createdAt: times.created,
    updatedAt: times.changed,
    wantsProgressMails: true,
    wantsReviewMails: true,
    acceptsMarketing: false,
    authenticatorAppSince: null,
    sharedListToken: null,
    listSharedAt: null,
    creditAccountId: null,
    creditCents: null,
    creditSince: null,
  },
  credit: [],
  sessions: [],
  addresses: [],
  savedProducts: [],
  passkeys: [],
  orders: [],
  orderDrafts: [],
  earlierOrders: [],
  orderKeys: [],
  soldOutProducts: [],
  mails: [],
  changesByAdministrators: [],
  emailChanges: [],
  passwordRequests: [],
  reviews: [
    {
      id: ids.review,
      productId: ids.product,
      product: "Desk lamp",
      name: "Ada Lovelace",
      rating: 5,
      comment: "Bright and quiet.",
      createdAt: times.created,
      editedAt: null,
      helpful: 3,
      hiddenAt: null,
      hiddenReason: null,
      answer: "Thank you! Enjoy the light.",
    },
  ],
  reviewPhotos: [],
  helpfulVotes: [],
  reviewReports: [],
  questions: [],
  stockAlerts: [],
  staffInvitations: [],
  sentInvitations: [],
  actsAsAdministrator: [],
  createdApiKeys: [],
  addedWebhooks: [],
  startedImports: [],
  createdProducts: [],
  eventsOfOtherOrders: [],
  changedCredits: [],
  requestedRefunds: [],
  decidedWithdrawals: [],
  changedOrders: [],
  resolvedIssues: [],
  editedOrders: [],
  exchangedOrders: [],
  enteredReturns: [],
  writtenMessages: [],
  answeredQuestions: [],
  writtenCustomerNotes: [],
  writtenNotes: [],
  savedOrderDrafts: [],
};

export const exampleQuestion = {
  _id: ids.question,
  product: { _id: ids.product, name: "Desk lamp", isOnSale: true },
  asker: "Ada Lovelace",
  text: "Can its light be dimmed?",
  createdAt: times.created,
  answer: { text: "Yes: turn the knob on its foot.", at: times.changed, editedAt: null, by: "Grace Hopper" },
  hidden: null,
  version: 2,
};

const edited: EditedOrder = {
  lines: [{ product: ids.product, name: "Desk lamp", qty: 1, price: 49.9 }],
  address: ["12 Weaver Street", "Berlin, 10115", "Germany"],
  delivery: null,
  itemsPrice: 49.9,
  discountPrice: 0,
  shippingPrice: 10,
  taxPrice: 7.49,
  totalPrice: 67.39,
};

export const exampleEdits: OrderEdits = {
  edits: [
    {
      _id: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c011",
      at: times.changed,
      by: "Grace Hopper",
      words: "As you asked.",
      before: edited,
      after: {
        ...edited,
        lines: [{ product: ids.product, name: "Desk lamp", qty: 2, price: 49.9 }],
        itemsPrice: 99.8,
        taxPrice: 14.97,
        totalPrice: 124.77,
      },
      undoneAt: null,
    },
  ],
  version: 1,
  scope: "all",
  refusal: null,
  undoable: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c011",
};

export const exampleReturns: OrderReturns = {
  returns: [
    {
      _id: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c010",
      state: "accepted",
      requestedAt: times.changed,
      words: "Please send it to 12 Weaver Street, 10115 Berlin.",
      isWithdrawal: false,
      wish: "",
      declaration: "",
      photos: [],
      lines: [
        {
          product: ids.product,
          name: "Desk lamp",
          image: exampleSummary.image,
          qty: 1,
          reason: "It does not fit",
          words: "Too tall for my shelf",
          receivedQty: null,
          condition: null,
          isRestocked: null,
        },
      ],
      due: 57.39,
    },
  ],
  refusal: null,
  returnable: [{ product: ids.product, name: "Desk lamp", image: exampleSummary.image, qty: 1 }],
  reasons: ["It does not fit", "It is not as described", "It does not work"],
};

export const exampleRefund = {
  _id: "01990a4e-7c21-7cc2-b1f0-3d6a52a1c00f",
  amount: 5,
  status: "completed",
  reason: "The box was damaged",
  createdAt: "2026-03-04T10:00:00.000Z",
  completedAt: "2026-03-04T10:00:01.000Z",
};
