import { createEndpointSchema, listDeliveriesSchema, updateEndpointSchema } from "@shop/shared/program/webhook";
import { idInputSchema } from "@shop/shared/query";
import { listDeliveries, replayDelivery, sendTest } from "../../../domain/webhook/deliveries.ts";
import {
  countGivenUp,
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  readEndpoint,
  rotateSecret,
  updateEndpoint,
} from "../../../domain/webhook/endpoints.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

/** The addresses that are told of events, and what was sent to them. */
export const webhooksRouter = router({
  list: adminProcedure("apps.write").query(({ ctx }) => listEndpoints(ctx.db, ctx.admin)),
  byId: adminProcedure("apps.write")
    .input(idInputSchema)
    .query(({ ctx, input }) => readEndpoint(ctx.db, ctx.admin, input.id)),
  givenUp: adminProcedure("apps.write").query(async ({ ctx }) => ({ count: await countGivenUp(ctx.db, ctx.admin) })),
  create: adminProcedure("apps.write")
    .input(createEndpointSchema)
    .mutation(({ ctx, input }) => createEndpoint(ctx, ctx.admin, input)),
  update: adminProcedure("apps.write")
    .input(idInputSchema)
    .use(existing(({ ctx, input }) => readEndpoint(ctx.db, ctx.admin, input.id)))
    .input(updateEndpointSchema)
    .mutation(({ ctx, input: { id, ...change } }) => updateEndpoint(ctx, ctx.admin, id, change)),
  rotate: adminProcedure("apps.write")
    .input(idInputSchema)
    .mutation(({ ctx, input }) => rotateSecret(ctx, ctx.admin, input.id)),
  delete: adminProcedure("apps.write")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteEndpoint(ctx.db, ctx.admin, input.id);
      return { message: "Webhook removed" };
    }),
  deliveries: adminProcedure("apps.write")
    .input(listDeliveriesSchema)
    .query(({ ctx, input }) => listDeliveries(ctx.db, ctx.admin, input)),
  replay: adminProcedure("apps.write")
    .input(idInputSchema)
    .mutation(({ ctx, input }) => replayDelivery(ctx.db, ctx.admin, input.id)),
  test: adminProcedure("apps.write")
    .input(idInputSchema)
    .mutation(({ ctx, input }) => sendTest(ctx.db, ctx.admin, input.id)),
});
