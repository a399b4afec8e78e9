import { z } from "zod";
import { moreAddressFields, shippingAddressSchema } from "../order/order.ts";
import { wireIdSchema } from "../wire.ts";

/** A delivery address in the address book of an account. */
export const savedAddressSchema = z.object({
  _id: wireIdSchema,
  address: z.string(),
  city: z.string(),
  postalCode: z.string(),
  country: z.string(),
  ...moreAddressFields,
  isDefault: z.boolean().meta({ description: "Whether it is the one that the next order begins with." }),
});
export type SavedAddress = z.infer<typeof savedAddressSchema>;

/** The addresses of an account, the default one first, and the address of its last order. */
export const addressBookSchema = z.object({
  saved: z.array(savedAddressSchema),
  last: savedAddressSchema
    .omit({ _id: true, isDefault: true })
    .nullable()
    .meta({ description: "The address of the last order; null before the first." }),
});
export type AddressBook = z.infer<typeof addressBookSchema>;

export const saveAddressSchema = shippingAddressSchema;
export type SaveAddress = z.output<typeof saveAddressSchema>;
