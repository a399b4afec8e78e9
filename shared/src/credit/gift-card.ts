import { z } from "zod";
import { emailSchema, personalLineSchema } from "../account/account.ts";
import { optionalTextSchema } from "../order/order-message.ts";
import { idInputSchema, isStorableLine } from "../query.ts";
import { nameLength } from "../shop.ts";
import { timestampSchema, wireAmountSchema, wireIdSchema } from "../wire.ts";

/** How long the words with a gift card can be, and how far ahead it can be mailed, in days. */
export const giftWordsLength = 500;
export const sendAheadDays = 366;

/** To whom a gift card is mailed, and on which day of the shop's; at once without one. */
export const sendGiftCardSchema = idInputSchema.extend({
  name: personalLineSchema("Name", nameLength),
  email: emailSchema,
  words: optionalTextSchema("Words", giftWordsLength),
  day: z.iso.date("Choose a day").optional(),
});
export type SendGiftCard = z.output<typeof sendGiftCardSchema>;

/** A gift card as its buyer sees it. */
const ownGiftCardSchema = z.object({
  _id: wireIdSchema,
  name: z.string(),
  code: z.string().nullable().meta({ description: "Null where it was stopped, or the shop cannot show it any more." }),
  ending: z.string().meta({ description: "How its code ends." }),
  value: wireAmountSchema,
  left: wireAmountSchema,
  expiresAt: timestampSchema.nullable(),
  isStopped: z.boolean(),
  recipient: z
    .object({
      name: z.string(),
      email: z.string(),
      sendAt: timestampSchema,
      sentAt: timestampSchema.nullable(),
    })
    .nullable()
    .meta({ description: "To whom it is or was mailed; null for nobody." }),
});
export type OwnGiftCard = z.infer<typeof ownGiftCardSchema>;

/** The gift cards of an order. */
export const ownGiftCardsSchema = z.object({
  isMade: z.boolean().meta({ description: "False while the order is not paid, or something of it is to be decided." }),
  cards: z.array(ownGiftCardSchema),
});
export type OwnGiftCards = z.infer<typeof ownGiftCardsSchema>;

/** A gift card as the staff sees it: its code is its holder's alone. */
export type GiftCardRecord = Omit<OwnGiftCard, "code" | "name"> & { order: string; createdAt: string };
export type GiftCardPage = { cards: GiftCardRecord[]; next: string | null };

/** Which cards are listed: those whose code ends so, or whose order's id does. */
export const listGiftCardsSchema = z.object({
  keyword: z.string().trim().max(60).refine(isStorableLine, "No card has such characters").default(""),
  after: z.uuid().optional(),
});
export type ListGiftCards = z.output<typeof listGiftCardsSchema>;
