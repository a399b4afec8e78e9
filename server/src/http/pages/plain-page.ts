import { linkOfAccent, linkOnLight, specifiedAccent } from "@shop/shared/settings/look";
import type { FastifyReply } from "fastify";
import type { ShopIdentity } from "../../domain/base/shop-facts.ts";
import { html, type SafeHtml } from "../../domain/mail/templates/html.ts";

type PlainPage = {
  title: string;
  content: SafeHtml;
  /** The look of the shop; absent where it is unknown, for the specified one. */
  shop?: ShopIdentity;
};

/** A small page that needs neither scripts nor the client. */
export function sendPlainPage(reply: FastifyReply, { title, content, shop }: PlainPage) {
  reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", policy)
    .header("x-robots-tag", "noindex")
    // The address can contain a token.
    .header("referrer-policy", "no-referrer");
  return reply.send(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${styleOf(shop)}
</head>
<body><main>${content}</main></body>
</html>
`.text,
  );
}

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const rules = html`body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 Inter, system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 44rem; margin: 0 auto; padding: 2rem 1rem; }
section { margin-top: 8vh; padding: 2rem 1.5rem; border: 1px solid var(--line); border-radius: 1.25rem; background: var(--panel); }
h1 { margin: 0 0 1rem; font-size: 1.5625rem; line-height: 2rem; }
p { margin: 0 0 1.25rem; }
p:last-child { margin: 0; }
a { color: var(--link); }
input { box-sizing: border-box; width: 100%; min-height: 44px; padding: 0 .875rem; border: 1px solid var(--edge); border-radius: .75rem; background: var(--page); color: inherit; font: inherit; }
label { font-weight: 600; }
[role="alert"] { color: var(--danger); }
form { margin: 0 0 1.5rem; }
button { min-height: 44px; padding: 0 1.25rem; border: 0; border-radius: .75rem; background: var(--accent); color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
ul { margin: 0; padding: 0; list-style: none; }
li { padding: .75rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
small { color: var(--muted); }
li a { display: inline-block; padding: .5rem 1rem .5rem 0; }`;

/** The styles of a page in the accent and the colour scheme of a shop. */
function styleOf({ accent = specifiedAccent, colorScheme = "dark" }: Partial<ShopIdentity> = {}): SafeHtml {
  const dark = html`color-scheme: dark; --page: #0b0f1a; --panel: #151b2b; --line: #2b3450; --edge: #66728f; --text: #e8ecf5; --muted: #a9b3c9; --danger: #ffb4ab; --link: ${linkOfAccent(accent)};`;
  const light = html`color-scheme: light; --page: #f2f5fb; --panel: #fff; --line: #d2d9e8; --edge: #6f7b95; --text: #161c2d; --muted: #4a5670; --danger: #b0202e; --link: ${linkOnLight(accent)};`;
  const ofDevice = html`@media (prefers-color-scheme: light) { :root { ${light} } }`;
  return html`<style>
:root { --accent: ${accent}; ${colorScheme === "light" ? light : dark} }
${colorScheme === "system" ? ofDevice : ""}
${rules}
</style>`;
}
