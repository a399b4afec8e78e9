import type { FastifyReply } from "fastify";
import { html, type SafeHtml } from "../../domain/mail/templates/html.ts";

/** A small page that needs neither scripts nor the client. */
export function sendPlainPage(reply: FastifyReply, { title, content }: { title: string; content: SafeHtml }) {
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
${style}
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

const style = html`<style>
:root { color-scheme: dark; }
body { margin: 0; background: #0b0f1a; color: #e8ecf5; font: 1rem/1.5 Inter, system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 44rem; margin: 0 auto; padding: 2rem 1rem; }
section { margin-top: 8vh; padding: 2rem 1.5rem; border: 1px solid #2b3450; border-radius: 1.25rem; background: #151b2b; }
h1 { margin: 0 0 1rem; font-size: 1.5625rem; line-height: 2rem; }
p { margin: 0 0 1.25rem; }
p:last-child { margin: 0; }
a { color: #8ab4ff; }
input { box-sizing: border-box; width: 100%; min-height: 44px; padding: 0 .875rem; border: 1px solid #66728f; border-radius: .75rem; background: #0b0f1a; color: inherit; font: inherit; }
label { font-weight: 600; }
[role="alert"] { color: #ffb4ab; }
form { margin: 0 0 1.5rem; }
button { min-height: 44px; padding: 0 1.25rem; border: 0; border-radius: .75rem; background: #2563eb; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid #8ab4ff; outline-offset: 2px; }
ul { margin: 0; padding: 0; list-style: none; }
li { padding: .75rem 0; border-bottom: 1px solid #2b3450; overflow-wrap: anywhere; }
small { color: #a9b3c9; }
li a { display: inline-block; padding: .5rem 1rem .5rem 0; }
</style>`;
