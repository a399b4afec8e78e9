import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { notFound } from "../../domain/base/errors.ts";
import type { MailRow } from "../../domain/mail/mail-body.ts";
import { type LocalMail, listLocalMails, readLocalMail } from "../../domain/mail/read-local.ts";
import { html } from "../../domain/mail/templates/html.ts";
import type { Services } from "../context.ts";
import { sendPlainPage } from "../pages/plain-page.ts";

const paramsSchema = z.object({ id: z.string(), format: z.string() });

/** The mails of a shop without a mail server, for development and demos. Absent in production. */
export function localMailRoutes(app: FastifyInstance, services: Services): void {
  if (services.mailer.mode !== "local") return;
  app.get("/dev/mail", async (_request, reply) => {
    const mails = await listLocalMails(services);
    const content = html`<h1>Mails</h1>
<p>No mail server is set up, so that mails are shown here instead of being sent. The newest is first.</p>
${mails.length === 0 ? html`<p>There are none yet. Register or place an order.</p>` : html`<ul>${mails.map(toLine)}</ul>`}`;
    return sendPlainPage(reply, { title: `Mails – ${services.shop.name}`, content, shop: services.shop });
  });
  app.get("/dev/mail/:id/:format", async (request, reply) => {
    const { id, format } = paramsSchema.parse(request.params);
    const send = formats.get(format);
    if (send === undefined) throw notFound("Format");
    return send(reply, await readLocalMail(services, id));
  });
}

const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https:; base-uri 'none'; frame-ancestors 'none'";

const formats = new Map<string, (reply: FastifyReply, mail: LocalMail) => FastifyReply>([
  [
    "html",
    (reply, { message }) =>
      reply.type("text/html; charset=utf-8").header("content-security-policy", mailPolicy).send(message.html),
  ],
  ["text", (reply, { message }) => reply.type("text/plain; charset=utf-8").send(message.text)],
  ["source", (reply, { source }) => reply.type("text/plain; charset=utf-8").send(source)],
]);

function toLine({ id, kind, recipient, status, createdAt, sendAt, detail }: MailRow) {
  const time = (at: Date) => at.toISOString().slice(0, 16).replace("T", " ");
  const state = sendAt === null ? status : `waits until ${time(sendAt)} UTC`;
  const address = `/dev/mail/${id}`;
  return html`<li><strong>${kind}</strong> to ${recipient}<br>
<small>${time(createdAt)} UTC · ${state}${detail === null ? "" : ` · ${detail}`}</small><br>
<a href="${address}/html">HTML</a> <a href="${address}/text">Text</a> <a href="${address}/source">Source</a></li>
`;
}
