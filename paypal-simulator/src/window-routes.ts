import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Refusal } from "./bank/refusal.ts";
import type { Bank } from "./bank.ts";
import { browserFiles } from "./browser-files.ts";
import { decisions, renderWindow, type WindowView } from "./window/page.ts";

const querySchema = z.object({ token: z.string().optional(), fundingSource: z.string().default("paypal") });
const decisionSchema = z.object({ token: z.string(), decision: z.enum(decisions) });

/** The browser files: the replacement of the provider's script, and the approval window. */
export function windowRoutes(app: FastifyInstance, bank: Bank): void {
  app.get("/sdk/js", async (_request, reply) =>
    reply
      .type("text/javascript; charset=utf-8")
      .header("cross-origin-resource-policy", "cross-origin")
      .send((await browserFiles()).sdk),
  );
  app.get("/checkoutnow/window.js", async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send((await browserFiles()).windowScript),
  );
  app.get("/checkoutnow/window.css", async (_request, reply) =>
    reply.type("text/css; charset=utf-8").send((await browserFiles()).windowStyles),
  );
  app.get("/checkoutnow", async (request, reply) => {
    const { token, fundingSource } = querySchema.parse(request.query);
    const order = token === undefined ? undefined : bank.orders.get(token);
    if (token !== undefined && order === undefined) reply.code(404);
    const [unit] = order?.purchase_units ?? [];
    const view: WindowView | undefined =
      order === undefined || unit === undefined
        ? undefined
        : {
            token: order.id,
            shop: order.brand_name ?? "the shop",
            amount: toPrice(unit.amount),
            fundingSource,
            isDeclined: bank.wasDeclined(order.id),
            approvedUrl: backTo(order.context?.return_url, { token: order.id, PayerID: "SIMULATEDBUYER" }),
            cancelledUrl: backTo(order.context?.cancel_url, { token: order.id }),
          };
    return reply.type("text/html; charset=utf-8").send(renderWindow(view));
  });
  app.post("/checkoutnow/:token/:decision", async (request, reply) => {
    const { token, decision } = decisionSchema.parse(request.params);
    // Only the window itself may post decisions; other origins are refused.
    if (!["same-origin", undefined].includes([request.headers["sec-fetch-site"]].flat()[0]))
      return reply.code(403).send();
    try {
      bank.decide(token, decision);
    } catch (error) {
      if (error instanceof Refusal) return reply.code(error.status).send({ issue: error.issue });
      throw error;
    }
    return { status: bank.read(token).status };
  });
}

/** The page that the customer comes back to, with what the provider adds to its address. */
function backTo(url: string | undefined, added: Record<string, string>): string | undefined {
  if (url === undefined) return undefined;
  const back = new URL(url);
  for (const [name, value] of Object.entries(added)) back.searchParams.set(name, value);
  return back.href;
}

function toPrice({ value, currency_code }: { value: string; currency_code: string }): string {
  return currency_code === "USD" ? `$${Number(value).toFixed(2)}` : `${value} ${currency_code}`;
}
