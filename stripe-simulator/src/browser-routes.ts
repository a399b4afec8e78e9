import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { decisions } from "./account/intents.ts";
import { Refusal } from "./account/refusal.ts";
import type { Account } from "./account.ts";

const confirmSchema = z.object({ client_secret: z.string(), decision: z.enum(decisions) });
const idSchema = z.object({ id: z.string() });

let script: Promise<string> | undefined;

/** What the customer's browser asks: the replacement of Stripe's script, and the confirmation of an intent. */
export function browserRoutes(app: FastifyInstance, account: Account): void {
  app.get("/v3/", async (_request, reply) => {
    script ??= compile();
    return reply
      .type("text/javascript; charset=utf-8")
      .header("cross-origin-resource-policy", "cross-origin")
      .send(await script);
  });
  app.options("/browser/intents/:id/confirm", (_request, reply) =>
    allowPages(reply).header("access-control-allow-headers", "content-type").send(),
  );
  app.post("/browser/intents/:id/confirm", (request, reply) => {
    const { client_secret, decision } = confirmSchema.parse(request.body);
    allowPages(reply);
    try {
      const intent = account.read(idSchema.parse(request.params).id);
      if (intent.client_secret !== client_secret) throw new Refusal(400, "payment_intent_invalid_parameter");
      const { id, status, last_payment_error } = account.confirm(intent.id, decision);
      return { id, status, last_payment_error };
    } catch (error) {
      if (error instanceof Refusal) return reply.code(error.status).send(error.body);
      throw error;
    }
  });
}

/** The shop's pages are of another origin. */
function allowPages(reply: FastifyReply): FastifyReply {
  return reply.header("access-control-allow-origin", "*");
}

async function compile(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("script/main.ts", import.meta.url))],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    minify: true,
    logLevel: "warning",
  });
  return outputFiles.map(({ text }) => text).join("");
}
