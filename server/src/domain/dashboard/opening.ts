import { isDeepStrictEqual } from "node:util";
import { type Opening, type OpeningStep, openingSteps } from "@shop/shared/admin/opening";
import type { MailMode } from "@shop/shared/mail";
import { specifiedSettings } from "@shop/shared/settings/settings";
import { isPaidOnline } from "@shop/shared/shop";
import { specifiedTerms } from "@shop/shared/terms-of-sale/terms-of-sale";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { infoPages } from "../../db/schema/info-pages.ts";
import { mails } from "../../db/schema/mails.ts";
import type { Payments } from "../../infra/payment-provider.ts";
import type { Admin } from "../base/actor.ts";
import { connectedProviders } from "../base/connected-providers.ts";
import { readCatalogSize } from "../catalog/catalog-size.ts";
import type { SettingsReader } from "../settings/settings-reader.ts";
import type { TermsReader } from "../terms-of-sale/terms-reader.ts";

type OpeningDeps = {
  db: Db;
  settings: SettingsReader;
  terms: TermsReader;
  payments: Pick<Payments, "providers">;
  mailer: { readonly mode: MailMode };
};

/** How far the shop is with its opening, and what customers would miss. */
export async function readOpening(deps: OpeningDeps, _admin: Admin<"settings.write">): Promise<Opening> {
  const { db, settings } = deps;
  await settings.refresh(db);
  const [{ terms }, size, [page], failedMails] = await Promise.all([
    deps.terms.current(db),
    readCatalogSize(db),
    db.select({ id: infoPages.id }).from(infoPages).where(eq(infoPages.isShown, true)).limit(1),
    db.$count(mails, eq(mails.status, "failed")),
  ]);
  const { isOpen, guestPassword, shopName, sellerAddress, paymentMethods } = settings.values;
  const isPayable =
    connectedProviders(deps.payments).length > 0 || paymentMethods.some((method) => !isPaidOnline(method));
  const isDone: Record<OpeningStep, boolean> = {
    name: shopName !== specifiedSettings.shopName,
    address: sellerAddress.length > 0,
    tax: terms.country !== null,
    delivery: !isDeepStrictEqual(terms.deliveryMethods, specifiedTerms.deliveryMethods),
    payments: isPayable,
    mail: deps.mailer.mode === "smtp",
    products: size.products > 0,
    pages: page !== undefined,
  };
  return {
    isOpen,
    isDemo: settings.source.isDemo,
    guestPassword,
    version: settings.version,
    done: openingSteps.filter((step) => isDone[step]),
    isPayable,
    mailMode: deps.mailer.mode,
    failedMails,
  };
}
