import { createHash } from "node:crypto";
import type { PaymentConfig } from "@shop/shared/order/payment";

/** What a page may load besides the shop's own files. */
export type PolicyNeeds = {
  /** Whether the customer pays there. The provider's script brings images of any site. */
  isForPayment: boolean;
  /** The origins of images of the catalog on other sites; `undefined` stands for any. */
  imageSites: readonly string[] | undefined;
};

/**
 * The Content-Security-Policy of pages. Scripts need our origin, or to be an inline script of the built client's HTML;
 * Mantine needs inline styles. A browser keeps the policy of the document that it loaded first, so the client loads a
 * document anew where a payment begins.
 */
export function openContentPolicy(
  isSecure: boolean,
  payments: { readonly config: PaymentConfig },
  shell: string,
): (needs: PolicyNeeds) => string {
  const inline = [...shell.matchAll(/<script(?: type="speculationrules")?>(.*?)<\/script>/gs)].map(
    ([, script = ""]) => ` '${hashOf(script)}'`,
  );
  return ({ isForPayment, imageSites }) => {
    const provider = isForPayment ? providerHosts(payments.config) : "";
    const images =
      isForPayment || imageSites === undefined ? ` https:${provider}` : imageSites.map((site) => ` ${site}`);
    return [
      "default-src 'none'",
      "style-src 'self' 'unsafe-inline'",
      `img-src 'self' data:${[images].flat().join("")}`,
      "media-src 'self'",
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
  };
}

function hashOf(script: string): string {
  return `sha256-${createHash("sha256").update(script).digest("base64")}`;
}

/** The origins of the providers' scripts, their requests and their frames. */
function providerHosts(config: PaymentConfig): string {
  const hosts = [...payPalHosts(config), ...stripeHosts(config)];
  return [...new Set(hosts)].map((host) => ` ${host}`).join("");
}

function payPalHosts({ scriptBase }: PaymentConfig): string[] {
  if (scriptBase === null) return [];
  if (!scriptBase.endsWith(".paypal.com")) return [scriptBase];
  return ["https://*.paypal.com", "https://*.paypalobjects.com", "https://*.venmo.com"];
}

/** As Stripe's guide to content policies names them. */
function stripeHosts({ stripe }: PaymentConfig): string[] {
  if (stripe === null) return [];
  if (stripe.mode === "simulator") return [stripe.scriptBase];
  return ["https://js.stripe.com", "https://*.js.stripe.com", "https://api.stripe.com", "https://hooks.stripe.com"];
}
