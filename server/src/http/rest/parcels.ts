import { changeParcelSchema, newParcelSchema } from "@shop/shared/order/parcel";
import { idInputSchema } from "@shop/shared/query";
import { addParcel, changeParcel, removeParcel, requireParcel } from "../../domain/order/parcels.ts";
import { requireOrder } from "../../domain/order/read.ts";
import { orderAnswer } from "../openapi/answers.ts";
import { exampleParcel, exampleShippedOrder } from "../openapi/examples.ts";
import { endpoint } from "./endpoint.ts";

const tag = "Orders";

/** The parcels of shipped orders. */
export const parcelEndpoints = [
  endpoint({
    method: "POST",
    path: "/api/orders/:id/parcels",
    caller: "editor",
    needs: ["orders.fulfil"],
    id: "addParcel",
    tag,
    summary: "Add a parcel to a shipped order",
    description:
      "The payment provider is told of it as well, where it took the money. A parcel that the order has already is " +
      "not added again.",
    input: { params: idInputSchema, body: newParcelSchema },
    body: { example: exampleParcel },
    answers: { 201: orderAnswer("The order as it is now.", exampleShippedOrder) },
    refuses: ["ILLEGAL_TRANSITION", "IN_USE"],
    requireExisting: ({ services, actor, id }) => requireOrder(services.db, actor, id),
    run: ({ services, actor, params, body }) => addParcel(services.db, actor, params.id, body),
  }),
  endpoint({
    method: "PUT",
    path: "/api/parcels/:id",
    caller: "editor",
    needs: ["orders.fulfil"],
    id: "changeParcel",
    tag,
    summary: "Correct the carrier or the number of a parcel",
    description: "With `version`, the change is refused if somebody else has changed the parcel since.",
    input: { params: idInputSchema, body: changeParcelSchema },
    body: { example: { ...exampleParcel, version: 1 } },
    answers: { 200: orderAnswer("The order as it is now.", exampleShippedOrder) },
    refuses: ["STALE", "IN_USE"],
    requireExisting: ({ services, actor, id }) => requireParcel(services.db, actor, id),
    run: ({ services, actor, params, body }) => changeParcel(services.db, actor, params.id, body),
  }),
  endpoint({
    method: "DELETE",
    path: "/api/parcels/:id",
    caller: "editor",
    needs: ["orders.fulfil"],
    id: "removeParcel",
    tag,
    summary: "Remove a parcel that was entered by mistake",
    description: "The payment provider cancels what it was told of it.",
    input: { params: idInputSchema },
    answers: { 200: orderAnswer("The order as it is now.") },
    run: ({ services, actor, params }) => removeParcel(services.db, actor, params.id),
  }),
];
