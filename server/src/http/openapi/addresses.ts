import { addressBookSchema, saveAddressSchema } from "@shop/shared/address";
import { documented } from "./documented.ts";
import { exampleOrder } from "./examples.ts";

const tag = "Accounts";
const { shippingAddress: address } = exampleOrder;
const saved = { _id: "01900000-0000-7000-8000-000000000001", ...address, isDefault: true };
const book = {
  description: "The address book as it is now.",
  schema: addressBookSchema,
  example: { saved: [saved], last: address },
};
const body = { schema: saveAddressSchema, example: address };

/** Operations of one's own address book. */
export const addressDocs = {
  list: documented({
    id: "readAddressBook",
    tag,
    who: "customer",
    summary: "Read one's own address book",
    description: "The saved addresses, the default one first, and the address of the last order.",
    answers: { 200: book },
  }),
  save: documented({
    id: "saveAddress",
    tag,
    who: "customer",
    summary: "Save an address",
    description: "At most ten. The first one is the default. An address that is there already is not saved again.",
    body,
    answers: { 201: book },
  }),
  change: documented({
    id: "changeAddress",
    tag,
    who: "customer",
    summary: "Change a saved address",
    description: "Orders keep the address that they were placed with.",
    body,
    answers: { 200: book },
    refuses: ["IN_USE"],
  }),
  makeDefault: documented({
    id: "makeDefaultAddress",
    tag,
    who: "customer",
    summary: "Make a saved address the default",
    description: "The next order begins with it. Reads no body.",
    answers: { 200: book },
  }),
  remove: documented({
    id: "removeAddress",
    tag,
    who: "customer",
    summary: "Delete a saved address",
    description: "Without the default one, the oldest of the others becomes the default.",
    answers: { 200: book },
  }),
};
