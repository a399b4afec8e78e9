import { z } from "zod";
import { adminActNames, adminEntities } from "../admin/audit.ts";
import { earlierOrderRecordSchema } from "../catalog/import-records.ts";
import { creditActs } from "../credit/credit.ts";
import { mailKinds, mailStatuses } from "../mail.ts";
import { orderChangeKinds } from "../order/cancel-rules.ts";
import { invoiceKinds } from "../order/invoice.ts";
import { matterKinds } from "../order/matter.ts";
import { orderDraftSchema } from "../order/order-draft.ts";
import { orderActs } from "../order/order-history.ts";
import { carrierIds, trackerStatuses } from "../order/parcel.ts";
import { paymentProviders, paymentStatuses } from "../order/payment.ts";
import { refundStatuses } from "../order/refund.ts";
import { itemConditions, returnStates } from "../order/return.ts";
import { withdrawalStates } from "../order/withdrawal.ts";
import { reviewReasons } from "../review/review-reasons.ts";
import { paymentMethods } from "../shop.ts";
import { timestampSchema, wireIdSchema } from "../wire.ts";

/**
 * The file with which a user downloads everything that the shop stores about them. Amounts are in
 * cents; how and why each part is stored is the business of docs/privacy.md.
 */

const cents = z.int().meta({ description: "Cents of the order's currency, US dollars." });
const atOrNull = timestampSchema.nullable();

const ownPaymentSchema = z.object({
  id: wireIdSchema,
  status: z.enum(paymentStatuses),
  amountCents: cents,
  currency: z.string(),
  provider: z.enum(paymentProviders).meta({ description: "Who took the money." }),
  providerOrderId: z.string().meta({ description: "The order at the payment provider, or the entry at the bank." }),
  captureId: z.string().nullable().meta({ description: "The transaction at the payment provider." }),
  fromRefundId: wireIdSchema.nullable().meta({ description: "The refund that paid it, in an exchange." }),
  creditAccountId: wireIdSchema.nullable().meta({ description: "The credit or the gift card that paid it." }),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
  settledAt: atOrNull,
});

const ownRefundSchema = z.object({
  id: wireIdSchema,
  paymentId: wireIdSchema,
  status: z.enum(refundStatuses),
  amountCents: cents,
  currency: z.string(),
  reason: z.string().nullable(),
  taxes: z
    .array(z.record(z.string(), z.unknown()))
    .nullable()
    .meta({ description: "The taxes within it, where it is due for known goods." }),
  providerRefundId: z.string().nullable(),
  creditAccountId: wireIdSchema.nullable().meta({ description: "The credit that it went to, instead of money." }),
  restockedItems: z.array(z.object({ productId: wireIdSchema, quantity: z.int() })),
  createdAt: timestampSchema,
  completedAt: atOrNull,
});

/** Texts are empty for none. */
const ownAddressFields = {
  countryCode: z.string().nullable(),
  region: z.string(),
  recipient: z.string(),
  phone: z.string(),
};

const ownOrderSchema = z.object({
  id: wireIdSchema,
  createdAt: timestampSchema,
  name: z.string(),
  email: z.string(),
  shippingAddress: z.object({
    address: z.string(),
    city: z.string(),
    postalCode: z.string(),
    country: z.string(),
    ...ownAddressFields,
  }),
  taxNumber: z.string().meta({ description: "The tax number of a business customer; empty for none." }),
  delivery: z
    .object({
      id: z.string(),
      name: z.string(),
      pickUp: z.object({ address: z.string(), hours: z.string() }).nullable(),
    })
    .nullable(),
  taxes: z
    .array(z.object({ tax: z.string(), name: z.string(), rate: z.number(), net: cents, amount: cents }))
    .nullable()
    .meta({ description: "Each tax by its rate in thousandths of a percent." }),
  taxIncluded: z.boolean(),
  termsVersion: z.int().meta({ description: "The version of the shop's terms of sale that it was priced by." }),
  paymentMethod: z.enum(paymentMethods),
  itemsCents: cents,
  discountCents: cents,
  discounts: z
    .array(z.object({ code: z.string().nullable(), name: z.string(), amountCents: cents }))
    .meta({ description: "The discounts that it has, with the codes that were entered." }),
  shippingCents: cents,
  taxCents: cents,
  totalCents: cents,
  creditCents: cents.meta({ description: "What of the total an exchange, gift cards or credit have paid." }),
  exchange: z
    .object({ of: wireIdSchema, returnId: wireIdSchema.nullable(), createdAt: timestampSchema })
    .nullable()
    .meta({ description: "The order whose goods it was sent in exchange for, and their return." }),
  paidAt: atOrNull,
  confirmedAt: atOrNull,
  processedAt: atOrNull,
  shippedAt: atOrNull,
  deliveredAt: atOrNull,
  expectedFrom: z.iso.date().nullable(),
  expectedTo: z.iso.date().nullable(),
  heldUntil: timestampSchema.meta({ description: "Until when the units are reserved while the order is unpaid." }),
  items: z.array(
    z.object({
      productId: wireIdSchema,
      name: z.string(),
      image: z.string(),
      priceCents: cents,
      discountCents: cents,
      regularPriceCents: cents
        .nullable()
        .meta({ description: "If the price was shown as reduced: the price without the reduction." }),
      lowestPriceCents: cents
        .nullable()
        .meta({ description: "If it was shown as reduced: the lowest price of the 30 days before." }),
      quantity: z.int(),
      taxClass: z.string(),
      grams: z.int(),
    }),
  ),
  giftCards: z
    .array(
      z.object({
        id: wireIdSchema,
        valueCents: cents,
        leftCents: cents,
        ending: z.string(),
        expiresAt: atOrNull,
        stoppedAt: atOrNull,
        recipientName: z.string(),
        recipientEmail: z.string(),
        words: z.string(),
        sendAt: atOrNull,
        sentAt: atOrNull,
        createdAt: timestampSchema,
      }),
    )
    .meta({ description: "The gift cards that you bought with it, and to whom you gave them; without their codes." }),
  giftCardsMadeAt: atOrNull,
  payments: z.array(ownPaymentSchema),
  refunds: z.array(ownRefundSchema),
  invoices: z
    .array(
      z.object({
        id: wireIdSchema,
        kind: z.enum(invoiceKinds),
        number: z.string(),
        refundId: wireIdSchema.nullable(),
        content: z.record(z.string(), z.unknown()),
        createdAt: timestampSchema,
      }),
    )
    .meta({ description: "The invoice and the credit notes, with what is on them." }),
  parcels: z.array(
    z.object({
      id: wireIdSchema,
      carrier: z.enum(carrierIds),
      trackingNumber: z.string(),
      createdAt: timestampSchema,
      items: z.array(z.object({ productId: wireIdSchema, quantity: z.int() })),
    }),
  ),
  reportedParcels: z
    .array(
      z.object({
        id: wireIdSchema,
        paymentId: wireIdSchema,
        carrier: z.enum(carrierIds),
        trackingNumber: z.string(),
        isCancelled: z.boolean(),
        status: z.enum(trackerStatuses),
        answer: z.string().nullable(),
        createdAt: timestampSchema,
        endedAt: atOrNull,
      }),
    )
    .meta({ description: "What the payment provider was told of parcels, removed ones included." }),
  messages: z
    .array(
      z.object({
        id: wireIdSchema,
        by: z.enum(["you", "the shop"]),
        text: z.string(),
        createdAt: timestampSchema,
        readAt: atOrNull,
      }),
    )
    .meta({ description: "What you and the shop wrote to each other about the order." }),
  events: z.array(
    z.object({
      id: wireIdSchema,
      at: timestampSchema,
      what: z.enum(orderActs),
      by: z.enum(["you", "the shop"]),
      amountCents: cents.nullable(),
    }),
  ),
  withdrawals: z
    .array(
      z.object({
        id: wireIdSchema,
        declaredAt: timestampSchema,
        isLate: z.boolean(),
        state: z.enum(withdrawalStates),
        decidedAt: atOrNull,
        explanation: z.string().nullable(),
      }),
    )
    .meta({ description: "Your withdrawal from the contract, if you declared one." }),
  returns: z
    .array(
      z.object({
        id: wireIdSchema,
        requestedAt: timestampSchema,
        state: z.enum(returnStates),
        isWithdrawal: z.boolean(),
        wish: z.string().meta({ description: "What you would like instead of the money." }),
        declaration: z.string().nullable(),
        answer: z.string(),
        decidedAt: atOrNull,
        receivedAt: atOrNull,
        refundId: wireIdSchema.nullable(),
        by: z.enum(["you", "the shop"]),
        items: z.array(
          z.object({
            productId: wireIdSchema,
            qty: z.int(),
            reason: z.string(),
            words: z.string(),
            receivedQty: z.int().nullable(),
            condition: z.enum(itemConditions).nullable(),
            isRestocked: z.boolean().nullable(),
          }),
        ),
      }),
    )
    .meta({ description: "What you have sent back, or wanted to." }),
  changes: z
    .array(
      z.object({
        id: wireIdSchema,
        kind: z.enum(orderChangeKinds),
        by: z.enum(["you", "the shop"]),
        reason: z.string().nullable(),
        createdAt: timestampSchema,
        undoneAt: atOrNull,
      }),
    )
    .meta({ description: "That it was cancelled, if it was." }),
  edits: z
    .array(
      z.object({
        id: wireIdSchema,
        createdAt: timestampSchema,
        words: z.string(),
        before: z.unknown(),
        after: z.unknown(),
        undoneAt: atOrNull,
      }),
    )
    .meta({ description: "How the shop changed it: all that it was, and all that it became." }),
  issues: z.array(
    z.object({
      id: wireIdSchema,
      kind: z.enum(matterKinds),
      amountCents: cents.nullable(),
      openedAt: timestampSchema,
      resolvedAt: atOrNull,
    }),
  ),
});

const changesSchema = z
  .record(z.string(), z.array(z.unknown()).length(2))
  .meta({ description: "The changed fields, each with its value before and after." });

export const ownDataSchema = z.object({
  about: z.object({
    shop: z.string(),
    createdAt: timestampSchema,
    amounts: z.string(),
    times: z.string(),
  }),
  account: z.object({
    id: wireIdSchema,
    name: z.string(),
    email: z.string(),
    previousEmail: z.string().nullable().meta({ description: "The confirmed e-mail, while the new one is not." }),
    isAdmin: z.boolean(),
    role: z.string().nullable().meta({ description: "Of the staff; null for customers and for an owner." }),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    wantsProgressMails: z.boolean(),
    wantsReviewMails: z.boolean(),
    acceptsMarketing: z.boolean(),
    authenticatorAppSince: atOrNull.meta({ description: "When you set your authenticator app up, if you have." }),
    sharedListToken: z
      .string()
      .nullable()
      .meta({ description: "The end of the link to your saved items, if you share them." }),
    listSharedAt: atOrNull,
    creditAccountId: wireIdSchema.nullable(),
    creditCents: cents.nullable().meta({ description: "Your credit, if you ever had some." }),
    creditSince: atOrNull,
  }),
  credit: z
    .array(
      z.object({
        id: wireIdSchema,
        act: z.enum(creditActs),
        amountCents: z.int().meta({ description: "Less than 0 for what went." }),
        orderId: wireIdSchema.nullable(),
        paymentId: wireIdSchema.nullable(),
        refundId: wireIdSchema.nullable(),
        reason: z.string(),
        createdAt: timestampSchema,
      }),
    )
    .meta({ description: "What the shop gave you to spend, and what you have spent of it." }),
  sessions: z.array(
    z.object({
      id: wireIdSchema,
      device: z.string().nullable(),
      ip: z.string().nullable(),
      createdAt: timestampSchema,
      lastUsedAt: atOrNull,
      passwordTypedAt: atOrNull,
      expiresAt: timestampSchema,
    }),
  ),
  addresses: z.array(
    z.object({
      id: wireIdSchema,
      address: z.string(),
      city: z.string(),
      postalCode: z.string(),
      country: z.string(),
      ...ownAddressFields,
      isDefault: z.boolean(),
      createdAt: timestampSchema,
    }),
  ),
  savedProducts: z.array(
    z.object({
      id: wireIdSchema,
      name: z.string(),
      savedAt: timestampSchema,
      priceCents: z.int().nullable().meta({ description: "What it cost when you saved it, if that is known." }),
      wasInStock: z.boolean().nullable().meta({ description: "Whether it was in stock then, if that is known." }),
    }),
  ),
  passkeys: z
    .array(
      z.object({
        id: wireIdSchema,
        name: z.string(),
        transports: z.array(z.string()),
        createdAt: timestampSchema,
        lastUsedAt: atOrNull,
      }),
    )
    .meta({ description: "Without the public keys, which say nothing about you." }),
  emailChanges: z
    .array(z.object({ id: wireIdSchema, before: z.string(), createdAt: timestampSchema, undoneAt: atOrNull }))
    .meta({ description: "Changes of your e-mail that can be undone, or could in the last days." }),
  passwordRequests: z
    .array(
      z.object({
        id: wireIdSchema,
        email: z.string(),
        tries: z.int(),
        createdAt: timestampSchema,
        lookedUpAt: atOrNull,
        usedAt: atOrNull,
      }),
    )
    .meta({ description: "Requests for a new password in the last hour." }),
  orders: z.array(ownOrderSchema),
  orderDrafts: z
    .array(
      z.object({
        id: wireIdSchema,
        version: z.int(),
        savedAt: timestampSchema,
        entered: orderDraftSchema.omit({ customer: true }),
      }),
    )
    .meta({ description: "Orders for you that the shop has begun to enter." }),
  earlierOrders: z
    .array(
      earlierOrderRecordSchema.extend({
        id: wireIdSchema,
        source: z.string(),
        importId: wireIdSchema,
        createdAt: timestampSchema,
      }),
    )
    .meta({
      description: "Your orders from the shop that was before this one. Amounts in the units of their currency.",
    }),
  orderKeys: z
    .array(z.object({ key: z.string(), orderId: wireIdSchema, createdAt: timestampSchema }))
    .meta({ description: "The names that your browser gave to attempts to order, so that none is made twice." }),
  soldOutProducts: z
    .array(z.object({ productId: wireIdSchema, refusedAt: timestampSchema }))
    .meta({ description: "Products that you wanted to order when there were too few." }),
  reviews: z.array(
    z.object({
      id: wireIdSchema,
      productId: wireIdSchema,
      product: z.string(),
      name: z.string(),
      rating: z.int(),
      comment: z.string(),
      createdAt: timestampSchema,
      editedAt: atOrNull,
      helpful: z.int().meta({ description: "How many customers found it helpful." }),
      hiddenAt: atOrNull,
      hiddenReason: z.enum(reviewReasons).nullable().meta({ description: "Why the shop hid it." }),
      answer: z.string().nullable().meta({ description: "What the shop answers to it." }),
    }),
  ),
  reviewPhotos: z
    .array(
      z.object({
        id: wireIdSchema,
        image: z.string(),
        reviewId: wireIdSchema.nullable(),
        returnId: wireIdSchema.nullable(),
        createdAt: timestampSchema,
      }),
    )
    .meta({ description: "Photos that you uploaded, also those that are in no review and no return yet." }),
  helpfulVotes: z
    .array(z.object({ reviewId: wireIdSchema, createdAt: timestampSchema }))
    .meta({ description: "The reviews that you found helpful." }),
  reviewReports: z
    .array(
      z.object({
        id: wireIdSchema,
        reviewId: wireIdSchema,
        reason: z.enum(reviewReasons),
        words: z.string().nullable(),
        createdAt: timestampSchema,
        closedAt: atOrNull,
      }),
    )
    .meta({ description: "The reviews that you reported." }),
  questions: z
    .array(
      z.object({
        id: wireIdSchema,
        productId: wireIdSchema,
        product: z.string(),
        text: z.string(),
        createdAt: timestampSchema,
        answer: z.string().nullable(),
        answeredAt: atOrNull,
        answerEditedAt: atOrNull,
        hiddenAt: atOrNull,
        hiddenReason: z.enum(reviewReasons).nullable().meta({ description: "Why the shop hid it." }),
      }),
    )
    .meta({ description: "What you asked about products." }),
  stockAlerts: z
    .array(
      z.object({
        id: wireIdSchema,
        productId: wireIdSchema,
        email: z.string(),
        createdAt: timestampSchema,
        confirmedAt: atOrNull,
        returnedAt: atOrNull,
      }),
    )
    .meta({ description: "The sold-out products of which you want to be told when they are back." }),
  mails: z.array(
    z.object({
      id: wireIdSchema,
      kind: z.enum(mailKinds),
      recipient: z.string(),
      orderId: wireIdSchema.nullable(),
      content: z.record(z.string(), z.unknown()).meta({ description: "What the mail says besides its order." }),
      status: z.enum(mailStatuses),
      attempts: z.int(),
      answer: z.string().nullable().meta({ description: "The mail server's answer, or why the mail was not sent." }),
      createdAt: timestampSchema,
      endedAt: atOrNull,
    }),
  ),
  changesByAdministrators: z
    .array(
      z.object({
        id: wireIdSchema,
        at: timestampSchema,
        act: z.enum(adminActNames),
        name: z.string(),
        changes: changesSchema,
      }),
    )
    .meta({ description: "What administrators changed about your account." }),
  staffInvitations: z
    .array(z.object({ id: wireIdSchema, role: z.string(), createdAt: timestampSchema, expiresAt: timestampSchema }))
    .meta({ description: "Invitations to the staff that you have not accepted yet." }),
  sentInvitations: z.array(z.object({ id: wireIdSchema, createdAt: timestampSchema })),
  actsAsAdministrator: z.array(
    z.object({
      id: wireIdSchema,
      at: timestampSchema,
      act: z.enum(adminActNames),
      entity: z.enum(adminEntities),
    }),
  ),
  createdApiKeys: z.array(z.object({ id: wireIdSchema, name: z.string(), createdAt: timestampSchema })),
  addedWebhooks: z.array(z.object({ id: wireIdSchema, url: z.string(), createdAt: timestampSchema })),
  startedImports: z.array(z.object({ id: wireIdSchema, fileName: z.string(), createdAt: timestampSchema })),
  createdProducts: z.array(z.object({ id: wireIdSchema, name: z.string(), createdAt: timestampSchema })),
  eventsOfOtherOrders: z
    .array(z.object({ id: wireIdSchema, orderId: wireIdSchema, at: timestampSchema, what: z.enum(orderActs) }))
    .meta({ description: "What you did with the orders of others." }),
  changedCredits: z
    .array(z.object({ id: wireIdSchema, act: z.enum(creditActs), amountCents: cents, createdAt: timestampSchema }))
    .meta({ description: "Credit that you gave customers of the shop, or took back." }),
  requestedRefunds: z.array(
    z.object({ id: wireIdSchema, orderId: wireIdSchema, amountCents: cents, createdAt: timestampSchema }),
  ),
  decidedWithdrawals: z.array(z.object({ id: wireIdSchema, orderId: wireIdSchema, at: timestampSchema })),
  changedOrders: z.array(
    z.object({ id: wireIdSchema, orderId: wireIdSchema, kind: z.enum(orderChangeKinds), createdAt: timestampSchema }),
  ),
  resolvedIssues: z.array(
    z.object({
      id: wireIdSchema,
      orderId: wireIdSchema,
      kind: z.enum(matterKinds),
      at: timestampSchema,
    }),
  ),
  editedOrders: z
    .array(z.object({ id: wireIdSchema, orderId: wireIdSchema, createdAt: timestampSchema }))
    .meta({ description: "The changes of orders that you made or undid." }),
  exchangedOrders: z
    .array(z.object({ orderId: wireIdSchema, ofOrderId: wireIdSchema, createdAt: timestampSchema }))
    .meta({ description: "The exchanges that you entered for others." }),
  enteredReturns: z
    .array(z.object({ id: wireIdSchema, orderId: wireIdSchema, requestedAt: timestampSchema }))
    .meta({ description: "What you did with the returns of others." }),
  writtenMessages: z.array(z.object({ id: wireIdSchema, orderId: wireIdSchema, createdAt: timestampSchema })),
  answeredQuestions: z.array(z.object({ id: wireIdSchema, productId: wireIdSchema, answeredAt: timestampSchema })),
  writtenCustomerNotes: z.array(z.object({ id: wireIdSchema, createdAt: timestampSchema })),
  writtenNotes: z.array(z.object({ id: wireIdSchema, orderId: wireIdSchema, createdAt: timestampSchema })),
  savedOrderDrafts: z.array(z.object({ id: wireIdSchema, savedAt: timestampSchema })),
});
export type OwnData = z.infer<typeof ownDataSchema>;

/** The lists of the file, in its order. */
export type OwnDataLists = { [Name in keyof OwnData as OwnData[Name] extends unknown[] ? Name : never]: OwnData[Name] };
