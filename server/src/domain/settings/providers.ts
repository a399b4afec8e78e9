import { modeOfKey } from "@shop/shared/order/payment";
import type { Secrets, Settings } from "@shop/shared/settings/settings";
import type { MailerSettings, MailPlace, SmtpServer } from "../../infra/mail/settings.ts";
import { type PaymentSettings, providers, type Sandbox } from "../../infra/paypal/settings.ts";
import { type StripeSettings, stripe } from "../../infra/stripe/settings.ts";

/** Where the test mode of Stripe is. */
type StripePlace = Pick<StripeSettings, "apiBase" | "scriptBase">;

/** Where the shop's mails come from as long as nobody says so and nobody but this machine gets them. */
const localAddress = "shop@example.com";

/** How the owner is paid. Incomplete settings are those of no payments. */
export function toPaymentSettings(settings: Settings, secrets: Secrets, sandbox: Sandbox): PaymentSettings {
  const { payPalClientSecret } = secrets;
  const { paymentMode: mode, payPalClientId: clientId, payPalMerchantId, payPalWebhookId } = settings;
  const isIncomplete = clientId === "" || payPalClientSecret === undefined;
  if (mode === "off" || isIncomplete || (mode === "live" && payPalMerchantId === "")) return { mode: "off" };
  return {
    mode,
    ...(mode === "live" ? providers.live : sandbox),
    clientId,
    clientSecret: payPalClientSecret,
    merchantId: payPalMerchantId === "" ? undefined : payPalMerchantId,
    webhookId: payPalWebhookId === "" ? undefined : payPalWebhookId,
  };
}

/** How the owner is paid through Stripe; `undefined` without two keys of one mode. `place` is where its test mode is. */
export function toStripeSettings(settings: Settings, secrets: Secrets, place: StripePlace): StripeSettings | undefined {
  const { stripePublishableKey: publishableKey } = settings;
  const { stripeSecretKey: secretKey, stripeWebhookSecret: webhookSecret } = secrets;
  if (publishableKey === "" || secretKey === undefined) return undefined;
  const mode = modeOfKey(secretKey);
  // A version of the settings from before another secret was entered can be restored.
  if (mode !== modeOfKey(publishableKey)) return undefined;
  const origins = mode === "live" ? stripe : place;
  return { publishableKey, secretKey, webhookSecret, ...origins };
}

/** How mails are sent: by the server of the environment, that of the owner, or not at all. */
export function toMailerSettings(settings: Settings, secrets: Secrets, place: MailPlace): MailerSettings {
  const { shopName: name, mailFrom, mailReplyTo } = settings;
  const server = place.server ?? toServer(settings, secrets);
  const sender = { replyTo: mailReplyTo === "" ? undefined : mailReplyTo, host: place.host };
  if (server !== undefined && mailFrom !== "")
    return { mode: "smtp", server, from: { name, address: mailFrom }, ...sender };
  if (server !== undefined || !place.isShownHere) return { mode: "off" };
  return { mode: "local", from: { name, address: mailFrom === "" ? localAddress : mailFrom }, ...sender };
}

function toServer(settings: Settings, { mailPassword: pass = "" }: Secrets): SmtpServer | undefined {
  const { mailHost: host, mailPort: port, mailSecurity, mailUser: user } = settings;
  if (host === "") return undefined;
  return { host, port, isSecure: mailSecurity === "tls", auth: user === "" ? undefined : { user, pass } };
}
