import { pathOf } from "@shop/shared/page/pages";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { html } from "../../domain/mail/templates/html.ts";
import { confirmStockAlert, findStockAlert } from "../../domain/stock-alert/confirm.ts";
import { stopStockAlerts } from "../../domain/stock-alert/delete.ts";
import type { Services } from "../context.ts";
import { sendErrorPage } from "../pages/error-page.ts";
import { sendPlainPage } from "../pages/plain-page.ts";

const querySchema = z.object({ token: z.string().max(2_000).catch("") });

/**
 * The links in mails about sold-out products. They work without signing in. A GET shows a page with a button and changes
 * nothing, because programs open links to check them; mailboxes send the POST of the stop for one click (RFC 8058).
 */
export async function stockAlertRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, stockAlertTokens } = services;
  const read = async (query: unknown) => {
    const { token } = querySchema.parse(query);
    return { token, alertId: await stockAlertTokens.verifyConfirmation(token) };
  };
  await app.register(async (scope) => {
    scope.setErrorHandler(sendErrorPage);
    // The form's content does not matter.
    scope.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "string", bodyLimit: 4_096 },
      (_request, _body, done) => done(null, undefined),
    );
    scope.get("/stock-alerts/confirm", async (request, reply) => {
      const { token, alertId } = await read(request.query);
      const alert = alertId === null ? null : await findStockAlert(db, alertId);
      return alert === null ? sendInvalid(services, reply) : sendQuestion(services, reply, { ...alert, token });
    });
    scope.post("/stock-alerts/confirm", async (request, reply) => {
      const { alertId } = await read(request.query);
      const alert = alertId === null ? null : await findStockAlert(db, alertId);
      if (alertId === null || alert === null) return sendInvalid(services, reply);
      const result = await confirmStockAlert(db, alertId);
      return result === "gone" ? sendInvalid(services, reply) : sendConfirmed(services, reply, { ...alert, result });
    });
    scope.get("/stock-alerts/stop", async (request, reply) => {
      const { token } = querySchema.parse(request.query);
      const email = await stockAlertTokens.verifyStop(token);
      return email === null ? sendInvalid(services, reply) : sendStopQuestion(services, reply, { email, token });
    });
    scope.post("/stock-alerts/stop", async (request, reply) => {
      const email = await stockAlertTokens.verifyStop(querySchema.parse(request.query).token);
      if (email === null) return sendInvalid(services, reply);
      await stopStockAlerts(db, email);
      return sendStopped(services, reply, email);
    });
  });
}

type Alert = { productId: string; name: string; email: string };

function sendQuestion({ shop }: Services, reply: FastifyReply, { name, email, token }: Alert & { token: string }) {
  const content = html`<section>
<h1>Tell me when it is back</h1>
<p>We write to ${email} once, as soon as ${name} is back in stock.</p>
<form method="post" action="/stock-alerts/confirm?token=${encodeURIComponent(token)}"><p><button type="submit">Yes, tell me</button></p></form>
</section>`;
  return sendPlainPage(reply, { title: `Tell me when it is back – ${shop.name}`, content, shop });
}

function sendConfirmed(
  { shop }: Services,
  reply: FastifyReply,
  { productId, name, email, result }: Alert & { result: "waiting" | "in stock" },
) {
  const isBack = result === "in stock";
  const content = html`<section>
<h1>${isBack ? "It is back already" : "You are on the list"}</h1>
<p>${isBack ? `${name} is in stock again. You can order it now.` : `We write to ${email} as soon as ${name} is back in stock.`}</p>
<p><a href="${pathOf("product", { id: productId })}">View ${name}</a></p>
</section>`;
  return sendPlainPage(reply, {
    title: `${isBack ? "It is back" : "You are on the list"} – ${shop.name}`,
    content,
    shop,
  });
}

function sendStopQuestion({ shop }: Services, reply: FastifyReply, { email, token }: { email: string; token: string }) {
  const content = html`<section>
<h1>No more mails about sold-out products</h1>
<p>We forget every product that ${email} is waiting for. Your other mails from ${shop.name} stay as they are.</p>
<form method="post" action="/stock-alerts/stop?token=${encodeURIComponent(token)}"><p><button type="submit">Stop these mails</button></p></form>
</section>`;
  return sendPlainPage(reply, { title: `Stop these mails – ${shop.name}`, content, shop });
}

function sendStopped({ shop }: Services, reply: FastifyReply, email: string) {
  const content = html`<section>
<h1>Done</h1>
<p>${email} is on no list any more, and we have deleted what was waiting.</p>
<p><a href="/">Go to ${shop.name}</a></p>
</section>`;
  return sendPlainPage(reply, { title: `Done – ${shop.name}`, content, shop });
}

function sendInvalid({ shop }: Services, reply: FastifyReply) {
  const content = html`<section>
<h1>This link does not work any more</h1>
<p>It may be incomplete or too old. If the product is still sold out, ask on its page again.</p>
<p><a href="/">Go to ${shop.name}</a></p>
</section>`;
  return sendPlainPage(reply.code(400), { title: `Link not valid – ${shop.name}`, content, shop });
}
