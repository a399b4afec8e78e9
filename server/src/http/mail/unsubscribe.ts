import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { unsubscribe } from "../../domain/mail/choices.ts";
import { html } from "../../domain/mail/templates/html.ts";
import { profileUrl } from "../../domain/mail/templates/words.ts";
import type { Unsubscription } from "../../infra/mail/unsubscribe-tokens.ts";
import type { Services } from "../context.ts";
import { sendErrorPage } from "../pages/error-page.ts";
import { sendPlainPage } from "../pages/plain-page.ts";

const querySchema = z.object({ token: z.string().max(2_000).catch("") });

/**
 * The links that end mails. They work without signing in. A mailbox sends the POST for one click (RFC 8058); the GET
 * shows a page with a button and changes nothing, because programs open links to check them.
 */
export async function unsubscribeRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler(sendErrorPage);
    // The form's content does not matter.
    scope.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "string", bodyLimit: 4_096 },
      (_request, _body, done) => done(null, undefined),
    );
    scope.get("/unsubscribe", async (request, reply) => {
      const { token } = querySchema.parse(request.query);
      const wanted = await services.unsubscribeTokens.verify(token);
      return wanted === null ? sendInvalid(services, reply) : sendQuestion(services, reply, token, wanted);
    });
    scope.post("/unsubscribe", async (request, reply) => {
      const wanted = await services.unsubscribeTokens.verify(querySchema.parse(request.query).token);
      if (wanted === null) return sendInvalid(services, reply);
      await unsubscribe(services.db, wanted);
      return sendDone(services, reply, wanted);
    });
  });
}

const questions = {
  all: "We stop writing to you about the progress of your orders, and we no longer ask you for reviews. You still get your receipts, refunds and mails that protect your account.",
  reviews: "We no longer ask you for reviews. You still get the mails about your orders and your account.",
};

function sendQuestion({ shop }: Services, reply: FastifyReply, token: string, { scope }: Unsubscription) {
  const content = html`<section>
<h1>Fewer mails from ${shop.name}</h1>
<p>${questions[scope]}</p>
<form method="post" action="/unsubscribe?token=${encodeURIComponent(token)}"><p><button type="submit">Stop these mails</button></p></form>
<p><a href="${profileUrl(shop)}">Choose single mails in your profile</a></p>
</section>`;
  return sendPlainPage(reply, { title: `Fewer mails – ${shop.name}`, content, shop });
}

const answers = {
  all: "You get no more mails about the progress of your orders, and no invitations to review. You can see how far an order is on its page at any time.",
  reviews: "You get no more invitations to review.",
};

function sendDone({ shop }: Services, reply: FastifyReply, { scope }: Unsubscription) {
  const content = html`<section>
<h1>Done</h1>
<p>${answers[scope]}</p>
<p><a href="${profileUrl(shop)}">Changed your mind? Choose your mails in your profile</a></p>
</section>`;
  return sendPlainPage(reply, { title: `Done – ${shop.name}`, content, shop });
}

function sendInvalid({ shop }: Services, reply: FastifyReply) {
  const content = html`<section>
<h1>This link does not work any more</h1>
<p>It may be incomplete, or from a very old mail. You can choose in your profile which mails you get.</p>
<p><a href="${profileUrl(shop)}">Open your profile</a></p>
</section>`;
  return sendPlainPage(reply.code(400), { title: `Link not valid – ${shop.name}`, content, shop });
}
