import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "../../domain/mail/templates/html.ts";
import { refuseRequest } from "../refuse-request.ts";
import { sendPlainPage } from "./plain-page.ts";

/** Answers a request for a page that failed: whoever opens a page reads a page, not JSON. Needs neither data nor scripts. */
export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  refuseRequest(error, request, reply);
  reply.header("cache-control", "no-store");
  return sendPlainPage(reply, {
    title: "Something went wrong",
    content: html`<section>
<h1>Something went wrong</h1>
<p>This page could not be shown. Please try again in a moment.</p>
<p><a href="/">Back to the shop</a></p>
<p><small>If it keeps happening, tell us this number: ${request.id}</small></p>
</section>`,
  });
}
