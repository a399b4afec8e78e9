import { openDb } from "../src/db/client.ts";
import { toMailerSettings, toPaymentSettings, toStripeSettings } from "../src/domain/settings/providers.ts";
import { SettingsReader } from "../src/domain/settings/settings-reader.ts";
import type { Env } from "../src/env/read-env.ts";
import type { MailerSettings } from "../src/infra/mail/settings.ts";
import type { PaymentSettings } from "../src/infra/paypal/settings.ts";
import type { StripeSettings } from "../src/infra/stripe/settings.ts";

/**
 * How the shop is paid and sends mails: by the environment, or by what its owner has set. `unreadable`: secrets that the
 * owner has saved and this environment's JWT_SECRET does not open.
 */
export type Providers = {
  payments: PaymentSettings;
  stripe: StripeSettings | undefined;
  mail: MailerSettings;
  unreadable: readonly string[];
};

/** Reads both. Without a database that can be asked only the environment counts. */
export async function readProviders(
  { owner, publicOrigin: origin, jwtSecret: secret = "" }: Env,
  url: string | undefined,
): Promise<Providers> {
  const reader = new SettingsReader({ ...owner, origin, secret });
  if (url !== undefined) {
    const { db, close } = openDb({ url, poolMax: 1, name: "shop command" });
    await reader.refresh(db).catch(() => undefined);
    await close();
  }
  return {
    payments: owner.payments ?? toPaymentSettings(reader.values, reader.secrets, owner.sandbox),
    stripe: owner.stripe ?? toStripeSettings(reader.values, reader.secrets, owner.stripePlace),
    mail: toMailerSettings(reader.values, reader.secrets, owner.mail),
    unreadable: reader.unreadable,
  };
}
