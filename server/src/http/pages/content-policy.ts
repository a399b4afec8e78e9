import type { PaymentConfig } from "@shop/shared/payment";

/**
 * The Content-Security-Policy of pages, by the nonce of the response. Scripts need our origin or the nonce; Mantine
 * needs inline styles. The payment provider's hosts are on every page: a browser keeps the policy of the document that
 * it loaded first, and client-side navigation to an order loads no other.
 */
export function contentPolicy(isSecure: boolean, payments: PaymentConfig): (nonce: string) => string {
  const provider = providerHosts(payments);
  const rules = [
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
  ].join("; ");
  return (nonce) => `${rules}; script-src 'self' 'nonce-${nonce}'${provider}`;
}

/** The origins of the provider's script, its requests and its frames. */
function providerHosts({ mode, scriptBase }: PaymentConfig): string {
  if (scriptBase === null) return "";
  if (mode === "simulator") return ` ${scriptBase}`;
  return " https://*.paypal.com https://*.paypalobjects.com https://*.venmo.com";
}
