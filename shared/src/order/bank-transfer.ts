import { z } from "zod";
import { lineSchema } from "../account/account.ts";
import { fromWire } from "../money.ts";
import { amountMeta, timestampSchema, wireAmountSchema } from "../wire.ts";
import { sendMessageSchema } from "./order-message.ts";

/** How many hexadecimal digits of an order's id its reference has. They are random, and an index finds orders by them. */
const endingLength = 12;
/** The same in decimal digits, of which the check digits find every wrong one and every two that changed places. */
const numberLength = 15;

/** Letters count as 10 to 35, as ISO 7064 and the standards of IBAN and of references do it. */
function remainderOf(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/**
 * What customers write into their transfer, so that it is found: a creditor reference by ISO 11649, whose check digits
 * tell a wrong letter from another order.
 */
export function transferReference(orderId: string): string {
  const number = Number.parseInt(orderId.slice(-endingLength), 16).toString().padStart(numberLength, "0");
  const check = String(98 - remainderOf(`${number}RF00`)).padStart(2, "0");
  return `RF${check}${number}`;
}

/** In groups of four, as banks print it. */
export function spacedReference(reference: string): string {
  return reference.replace(/(.{4})(?=.)/g, "$1 ");
}

/** The end of the id of the order that a reference is of, in lower case; `undefined` if it is none, or mistyped. */
export function orderEndingOf(reference: string): string | undefined {
  const compact = reference.replace(/[\s-]/g, "").toUpperCase();
  const [, check, number] = /^RF(\d{2})(\d{15})$/.exec(compact) ?? [];
  if (check === undefined || number === undefined || remainderOf(`${number}RF${check}`) !== 1) return undefined;
  const ending = Number(number).toString(16).padStart(endingLength, "0");
  return ending.length === endingLength ? ending : undefined;
}

/** Whether a line of bank details has no IBAN, or one with right check digits. */
export function hasValidIban(line: string): boolean {
  const [, given] = /^\s*iban\s*:\s*(.*)$/i.exec(line) ?? [];
  if (given === undefined) return true;
  const iban = given.replace(/\s/g, "").toUpperCase();
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) && remainderOf(iban.slice(4) + iban.slice(0, 4)) === 1;
}

/** How the customer of an order that awaits a transfer pays it. */
export const transferDetailsSchema = z.object({
  account: z
    .array(z.object({ label: z.string(), value: z.string() }))
    .meta({ description: "The shop's bank account, a fact each, as the shop names it." }),
  reference: z.string().meta({ description: "What the transfer must be marked with, by ISO 11649." }),
  amount: wireAmountSchema,
  currency: z.string(),
  payUntil: timestampSchema.meta({ description: "Until when the order holds its products." }),
});
export type TransferDetails = z.infer<typeof transferDetailsSchema>;

/** Takes back that money was recorded. The customer of an order that it had paid is told the text. */
export const takeBackTransferSchema = sendMessageSchema.extend({ payment: z.uuid("Payment id is not valid") });
export type TakeBackTransfer = z.output<typeof takeBackTransferSchema>;

export const bankReferenceLength = 100;

/** Money of a transfer that has arrived. */
export const recordTransferSchema = z.object({
  amount: z
    .number({ error: "Amount is required" })
    .meta({ ...amountMeta, description: "What has arrived, in the shop's currency." })
    .transform((amount, context) => {
      const cents = fromWire(amount);
      if (cents !== null && cents > 0) return cents;
      context.issues.push({ code: "custom", message: "Amount must be more than 0", input: amount });
      return z.NEVER;
    }),
  bankReference: lineSchema("Entry at the bank", bankReferenceLength).meta({
    description: "The bank's own reference or the day of the entry, by which the same entry is recorded once.",
  }),
});
export type RecordTransfer = z.output<typeof recordTransferSchema>;
