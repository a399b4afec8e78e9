import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Serve } from "./serve-call.ts";
import type { SimulatorState } from "./simulator-state.ts";

const idSchema = z.object({ id: z.string() });
const listSchema = z.object({ disputed_transaction_id: z.string().optional() });

/** The disputes API. */
export function disputesApi(app: FastifyInstance, { bank }: SimulatorState, serve: Serve): void {
  app.get(
    "/v1/customer/disputes",
    serve("list disputes", ({ query }) => {
      const { disputed_transaction_id } = listSchema.parse(query);
      return {
        status: 200,
        body: {
          items:
            disputed_transaction_id === undefined
              ? [...bank.store.disputes.values()]
              : bank.disputesOf(disputed_transaction_id),
          links: [],
        },
      };
    }),
  );
  app.get(
    "/v1/customer/disputes/:id",
    serve("read dispute", ({ params }) => ({ status: 200, body: bank.disputeById(idSchema.parse(params).id) })),
  );
}
