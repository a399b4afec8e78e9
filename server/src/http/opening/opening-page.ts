import { pages } from "@shop/shared/page/pages";
import type { FastifyReply } from "fastify";
import { html } from "../../domain/mail/templates/html.ts";
import type { Services } from "../context.ts";
import { sendPlainPage } from "../pages/plain-page.ts";

type OpeningPage = {
  /** Whether the shop has no owner yet. */
  isUnowned: boolean;
  /** Whether a password was wrong. */
  isWrong?: boolean;
};

/** What guests see of a shop that is not open yet. */
export function sendOpeningPage(services: Services, reply: FastifyReply, { isUnowned, isWrong = false }: OpeningPage) {
  const { name } = services.shop;
  const { guestPassword } = services.settings.values;
  const form = html`<form method="post" action="/opening">
<p><label for="password">Have you got the password?</label></p>
<p><input id="password" name="password" type="password" autocomplete="off" required maxlength="100"${isWrong ? html` aria-invalid="true" aria-describedby="wrong" autofocus` : ""}></p>
${isWrong ? html`<p id="wrong" role="alert">That is not the password. Please try again.</p>` : ""}
<p><button type="submit">Look around</button></p>
</form>`;
  const owner = isUnowned
    ? html`<p><a href="${pages.setup.path}">This is your shop? Set it up</a></p>`
    : html`<p><a href="${pages.login.path}">Sign in as its owner</a></p>`;
  reply.header("cache-control", "no-store");
  return sendPlainPage(reply, {
    title: `Opening soon – ${name}`,
    shop: services.shop,
    content: html`<section>
<h1>Opening soon</h1>
<p>${isUnowned ? "A new shop is being prepared here." : `${name} is being prepared. Please come back a little later.`}</p>
${isUnowned || guestPassword === "" ? "" : form}
${owner}
</section>`,
  });
}
