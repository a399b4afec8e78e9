import { createHash } from "node:crypto";
import type { PaymentConfig } from "@shop/shared/payment";

/**
 * The Content-Security-Policy of pages. Scripts need our origin, or to be an inline script of the built client's HTML;
 * Mantine needs inline styles. The payment provider's hosts are on every page: a browser keeps the policy of the
 * document that it loaded first, and client-side navigation to an order loads no other.
 */
export function contentPolicy(isSecure: boolean, payments: PaymentConfig, shell: string): string {
  const provider = providerHosts(payments);
  const inline = [...shell.matchAll(/<script(?: type="speculationrules")?>(.*?)<\/script>/gs)].map(
    ([, script = ""]) => ` '${hashOf(script)}'`,
  );
  return [
    "default-src 'none'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: https:${provider}`,
    "font-src 'self'",
    `connect-src 'self'${provider}`,
    ...(provider === "" ? [] : [`frame-src${provider}`]),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
    `script-src 'self'${inline.join("")}${provider}`,
  ].join("; ");
}

function hashOf(script: string): string {
  return `sha256-${createHash("sha256").update(script).digest("base64")}`;
}

/** The origins of the provider's script, its requests and its frames. */
function providerHosts({ mode, scriptBase }: PaymentConfig): string {
  if (scriptBase === null) return "";
  if (mode === "simulator") return ` ${scriptBase}`;
  return " https://*.paypal.com https://*.paypalobjects.com https://*.venmo.com";
}
