import { type OrderView, type SaveView, viewParametersSchema, viewsMax } from "@shop/shared/order/order-view";
import { isId } from "@shop/shared/query";
import { eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { orderViews } from "../../db/schema/customer-service.ts";
import { lowered } from "../../db/text.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound, violates } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";

/** The saved views of the order list, by name. All admins share them. */
export async function listViews(db: Db, _admin: Admin<"orders.read">): Promise<OrderView[]> {
  const rows = await db.select().from(orderViews).orderBy(lowered(orderViews.name));
  return rows.map(({ id, name, parameters }) => ({
    _id: id,
    name,
    parameters: viewParametersSchema.parse(parameters),
  }));
}

/** Saves a view. Throws NAME_TAKEN, and VALIDATION if there are too many. */
export async function saveView(
  db: Db,
  admin: Admin<"orders.read">,
  { name, parameters }: SaveView,
): Promise<OrderView> {
  const id = uuidv7();
  try {
    await db.transaction(async (tx) => {
      if ((await tx.$count(orderViews)) >= viewsMax) {
        throw new DomainError("VALIDATION", `There are ${viewsMax} views already. Please remove one first.`);
      }
      await tx.insert(orderViews).values({ id, name, parameters });
      await recordAct(tx, admin, { act: "created", entity: "view", entityId: id, subject: name });
    });
  } catch (error) {
    if (!violates(error, "order_views_name_key")) throw error;
    const message = "There is a view with this name already";
    throw new DomainError("NAME_TAKEN", message, { errors: [{ path: "name", message }] });
  }
  return { _id: id, name, parameters };
}

/** Removes a view. Throws NOT_FOUND. */
export async function removeView(db: Db, admin: Admin<"orders.read">, id: string): Promise<void> {
  if (!isId(id)) throw notFound("View");
  await db.transaction(async (tx) => {
    const [removed] = await tx.delete(orderViews).where(eq(orderViews.id, id)).returning({ name: orderViews.name });
    if (removed === undefined) throw notFound("View");
    await recordAct(tx, admin, { act: "deleted", entity: "view", entityId: id, subject: removed.name });
  });
}
