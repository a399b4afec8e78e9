import { addressBookSchema, saveAddressSchema } from "@shop/shared/account/address";
import { idInputSchema } from "@shop/shared/query";
import {
  changeAddress,
  makeDefaultAddress,
  readAddressBook,
  removeAddress,
  requireAddress,
  saveAddress,
} from "../../domain/account/addresses.ts";
import { exampleOrder } from "../openapi/examples.ts";
import { endpoint } from "./endpoint.ts";

const tag = "Accounts";
const path = "/api/users/profile/addresses";
const { shippingAddress: example } = exampleOrder;
const book = {
  description: "The address book as it is now.",
  schema: addressBookSchema,
  example: {
    saved: [{ _id: "01900000-0000-7000-8000-000000000001", ...example, isDefault: true }],
    last: example,
  },
};

/** The caller's own address book. */
export const addressEndpoints = [
  endpoint({
    method: "GET",
    path,
    caller: "customer",
    id: "readAddressBook",
    tag,
    summary: "Read one's own address book",
    description: "The saved addresses, the default one first, and the address of the last order.",
    input: {},
    answers: { 200: book },
    run: ({ services, actor }) => readAddressBook(services.db, actor),
  }),
  endpoint({
    method: "POST",
    path,
    caller: "customer",
    id: "saveAddress",
    tag,
    summary: "Save an address",
    description: "At most ten. The first one is the default. An address that is there already is not saved again.",
    input: { body: saveAddressSchema },
    body: { example },
    answers: { 201: book },
    run: ({ services, actor, body }) => saveAddress(services.db, actor, body),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/:id`,
    caller: "customer",
    id: "changeAddress",
    tag,
    summary: "Change a saved address",
    description: "Orders keep the address that they were placed with.",
    input: { params: idInputSchema, body: saveAddressSchema },
    body: { example },
    answers: { 200: book },
    refuses: ["IN_USE"],
    requireExisting: ({ services, actor, id }) => requireAddress(services.db, actor, id),
    run: ({ services, actor, params, body }) => changeAddress(services.db, actor, params.id, body),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/:id/default`,
    caller: "customer",
    id: "makeDefaultAddress",
    tag,
    summary: "Make a saved address the default",
    description: "The next order begins with it. Reads no body.",
    input: { params: idInputSchema },
    answers: { 200: book },
    run: ({ services, actor, params }) => makeDefaultAddress(services.db, actor, params.id),
  }),
  endpoint({
    method: "DELETE",
    path: `${path}/:id`,
    caller: "customer",
    id: "removeAddress",
    tag,
    summary: "Delete a saved address",
    description: "Without the default one, the oldest of the others becomes the default.",
    input: { params: idInputSchema },
    answers: { 200: book },
    run: ({ services, actor, params }) => removeAddress(services.db, actor, params.id),
  }),
];
