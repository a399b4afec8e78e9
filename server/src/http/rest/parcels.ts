import { addParcelSchema, changeParcelSchema } from "@shop/shared/order/parcel";
import { idInputSchema } from "@shop/shared/query";
import { changeParcel, removeParcel, requireParcel } from "../../domain/order/parcels.ts";
import { requireOrder } from "../../domain/order/read.ts";
import { addPaidParcel } from "../../domain/payment/advance.ts";
import { orderAnswer } from "../openapi/answers.ts";
import { exampleParcel, exampleShippedOrder } from "../openapi/examples.ts";
import { endpoint } from "./endpoint.ts";

const tag = "Orders";

/** The parcels of orders. */
export const parcelEndpoints = [
  endpoint({
    method: "POST",
    path: "/api/orders/:id/parcels",
    caller: "editor",
    needs: ["orders.fulfil"],
    id: "addParcel",
    tag,
    summary: "Add a parcel to an order, or send a part of it",
    description:
      "Of an order that is processed and not shipped, the parcel says in `items` what is in it; the order is shipped " +
      "with the parcel that has the last of its units. The payment provider is told of it as well, where it took the " +
      "money. A parcel that the order has already is not added again.",
    input: { params: idInputSchema, body: addParcelSchema },
    body: { example: exampleParcel },
    answers: { 201: orderAnswer("The order as it is now.", exampleShippedOrder) },
    refuses: ["ILLEGAL_TRANSITION", "IN_USE"],
    requireExisting: ({ services, actor, id }) => requireOrder(services.db, actor, id),
    run: ({ services, actor, params, body }) => addPaidParcel(services, actor, params.id, body),
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
