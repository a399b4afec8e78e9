import { idempotencyKeySchema, placeOrderSchema } from "@shop/shared/order/order";
import { sendMessageSchema } from "@shop/shared/order/order-message";
import { changeParcelSchema, type NewParcel, newParcelSchema, shipOrderSchema } from "@shop/shared/order/parcel";
import { refundOrderSchema } from "@shop/shared/order/refund";
import { idInputSchema, listRangeSchema } from "@shop/shared/query";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { listMessages, sendMessage } from "../../domain/order/messages.ts";
import { addParcel, changeParcel, removeParcel, requireParcel } from "../../domain/order/parcels.ts";
import { placeOrder } from "../../domain/order/place.ts";
import { listOrders, listOwnOrders, readOrder, requireOrder } from "../../domain/order/read.ts";
import { advancePaidOrder } from "../../domain/payment/advance.ts";
import { refundPayment } from "../../domain/payment/refund.ts";
import { type Services, toContext } from "../context.ts";
import { orderDocs } from "../openapi/orders.ts";
import { paymentDocs } from "../openapi/payments.ts";
import {
  adminsOnly,
  editorsOnly,
  requireAdmin,
  requireEditor,
  requireReader,
  requireUser,
  requireUserOrKey,
  usersOnly,
} from "../security/access.ts";
import { parseForExisting } from "../validate-existing.ts";
import { withFormNumbers } from "./form-numbers.ts";
import { sendList } from "./send-list.ts";

/** Routes of orders. */
export function ordersRest(app: FastifyInstance, services: Services): void {
  app.post("/api/orders", { ...usersOnly(services), ...orderDocs.place }, async (request, reply) => {
    const user = await requireUser(toContext(services, request, reply));
    const key = idempotencyKey(request);
    const { order, isReplay } = await placeOrder(
      services,
      user,
      placeOrderSchema.parse(withFormNumbers(request.body)),
      key,
    );
    if (isReplay) reply.header("idempotency-replayed", "true");
    return reply.code(201).send(order);
  });
  app.get("/api/orders", orderDocs.list, async (request, reply) => {
    const admin = await requireReader(toContext(services, request, reply));
    return sendList(reply, listOrders(services.largeActs, admin, listRangeSchema.parse(request.query)));
  });
  app.get("/api/orders/mine", orderDocs.mine, async (request, reply) => {
    const user = await requireUser(toContext(services, request, reply));
    return sendList(reply, listOwnOrders(services.db, user, listRangeSchema.parse(request.query)));
  });
  app.get("/api/orders/:id", orderDocs.read, async (request, reply) => {
    const user = await requireUserOrKey(toContext(services, request, reply));
    return readOrder(services.db, user, idInputSchema.parse(request.params).id);
  });
  app.post("/api/orders/:id/refund", { ...adminsOnly(services), ...paymentDocs.refund }, async (request, reply) => {
    const admin = await requireAdmin(toContext(services, request, reply));
    const { id } = idInputSchema.parse(request.params);
    // 404 comes before 400.
    await requireOrder(services.db, admin, id);
    const key = idempotencyKeySchema.parse(request.headers["idempotency-key"]);
    const input = refundOrderSchema.parse(request.body);
    const { refund, isReplay } = await refundPayment(services, admin, { orderId: id, input, key });
    if (isReplay) reply.header("idempotency-replayed", "true");
    return reply.code(201).send(refund);
  });
  // These routes ignore the body, except for the parcels of a shipped order.
  for (const { act, to } of acts) {
    app.put(`/api/orders/:id/${act}`, { ...editorsOnly(services), ...orderDocs[act] }, async (request, reply) => {
      const admin = await requireEditor(toContext(services, request, reply));
      const { id } = idInputSchema.parse(request.params);
      // 404 comes before 400.
      await requireOrder(services.db, admin, id);
      const parcels = act === "ship" ? parcelsIn(request.body) : undefined;
      return (await advancePaidOrder(services, admin, { orderId: id, to, parcels })).order;
    });
  }
  parcelsRest(app, services);
  messagesRest(app, services);
}

/** Routes of the messages about an order. */
function messagesRest(app: FastifyInstance, services: Services): void {
  const { db } = services;
  const path = "/api/orders/:id/messages";
  app.get(path, orderDocs.messages, async (request, reply) => {
    const user = await requireUser(toContext(services, request, reply));
    return listMessages(db, user, idInputSchema.parse(request.params).id);
  });
  app.post(path, { ...usersOnly(services), ...orderDocs.sendMessage }, async (request, reply) => {
    const user = await requireUser(toContext(services, request, reply));
    const { id } = idInputSchema.parse(request.params);
    const message = await parseForExisting(sendMessageSchema, request.body, () => requireOrder(db, user, id));
    return reply.code(201).send(await sendMessage(services, user, id, message));
  });
}

/** Routes of the parcels of shipped orders. */
function parcelsRest(app: FastifyInstance, services: Services): void {
  const { db } = services;
  app.post("/api/orders/:id/parcels", { ...editorsOnly(services), ...orderDocs.addParcel }, async (request, reply) => {
    const admin = await requireEditor(toContext(services, request, reply));
    const { id } = idInputSchema.parse(request.params);
    const parcel = await parseForExisting(newParcelSchema, request.body, () => requireOrder(db, admin, id));
    return reply.code(201).send(await addParcel(db, admin, id, parcel));
  });
  app.put("/api/parcels/:id", { ...editorsOnly(services), ...orderDocs.changeParcel }, async (request, reply) => {
    const admin = await requireEditor(toContext(services, request, reply));
    const { id } = idInputSchema.parse(request.params);
    const change = await parseForExisting(changeParcelSchema, request.body, () => requireParcel(db, admin, id));
    return changeParcel(db, admin, id, change);
  });
  app.delete("/api/parcels/:id", { ...editorsOnly(services), ...orderDocs.removeParcel }, async (request, reply) => {
    const admin = await requireEditor(toContext(services, request, reply));
    return removeParcel(db, admin, idInputSchema.parse(request.params).id);
  });
}

/** The parcels in a body of any kind; `undefined` without the field. */
function parcelsIn(body: unknown): NewParcel[] | undefined {
  const hasParcels = typeof body === "object" && body !== null && "parcels" in body;
  return hasParcels ? shipOrderSchema.parse(body).parcels : undefined;
}

/** The routes that advance an order, with the step of each. */
const acts = [
  { act: "confirm", to: "confirmed" },
  { act: "process", to: "processed" },
  { act: "ship", to: "shipped" },
  { act: "deliver", to: "delivered" },
] as const;

/** The request's idempotency key; `undefined` without the header. */
function idempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers["idempotency-key"];
  return header === undefined ? undefined : idempotencyKeySchema.parse(header);
}
