import { saveAddressSchema } from "@shop/shared/address";
import { idInputSchema } from "@shop/shared/query";
import type { FastifyInstance } from "fastify";
import {
  changeAddress,
  makeDefaultAddress,
  readAddressBook,
  removeAddress,
  requireAddress,
  saveAddress,
} from "../../domain/account/addresses.ts";
import { type Services, toContext } from "../context.ts";
import { addressDocs } from "../openapi/addresses.ts";
import { requireUser, usersOnly } from "../security/access.ts";
import { parseForExisting } from "../validate-existing.ts";

const path = "/api/users/profile/addresses";

/** Routes of the caller's address book. */
export function addressesRest(app: FastifyInstance, services: Services): void {
  const { db } = services;
  app.get(path, addressDocs.list, async (request, reply) =>
    readAddressBook(db, await requireUser(toContext(services, request, reply))),
  );
  app.post(path, { ...usersOnly(services), ...addressDocs.save }, async (request, reply) => {
    const user = await requireUser(toContext(services, request, reply));
    return reply.code(201).send(await saveAddress(db, user, saveAddressSchema.parse(request.body)));
  });
  app.put(`${path}/:id`, { ...usersOnly(services), ...addressDocs.change }, async (request, reply) => {
    const user = await requireUser(toContext(services, request, reply));
    const { id } = idInputSchema.parse(request.params);
    const address = await parseForExisting(saveAddressSchema, request.body, () => requireAddress(db, user, id));
    return changeAddress(db, user, id, address);
  });
  app.put(`${path}/:id/default`, { ...usersOnly(services), ...addressDocs.makeDefault }, async (request, reply) => {
    const user = await requireUser(toContext(services, request, reply));
    return makeDefaultAddress(db, user, idInputSchema.parse(request.params).id);
  });
  app.delete(`${path}/:id`, { ...usersOnly(services), ...addressDocs.remove }, async (request, reply) => {
    const user = await requireUser(toContext(services, request, reply));
    return removeAddress(db, user, idInputSchema.parse(request.params).id);
  });
}
