import { fromWire } from "@shop/shared/money";
import type { Settings } from "@shop/shared/settings/settings";
import type { ShopFacts } from "../base/shop-facts.ts";

/** What settings mean for the code of a shop at an origin. */
export function toShopFacts(settings: Settings, origin: string): ShopFacts {
  const { shopName: name, timeZone } = settings;
  return {
    shop: {
      name,
      origin,
      timeZone,
      accent: settings.accent,
      ...(settings.colorScheme === "dark" ? {} : { colorScheme: settings.colorScheme }),
      ...(settings.logo === "" ? {} : { logo: settings.logo }),
    },
    seller: {
      name: orElse(settings.sellerName, name),
      address: settings.sellerAddress,
      taxId: orElse(settings.sellerTaxId, undefined),
      timeZone,
    },
    policy: {
      productPaths: settings.productPaths,
      shippingCountries: settings.shippingCountries,
      handlingDays: { min: settings.handlingDaysMin, max: settings.handlingDaysMax },
      transitDays: { min: settings.transitDaysMin, max: settings.transitDaysMax },
      isReturnFree: settings.isReturnFree,
      contactEmail: orElse(settings.mailReplyTo, orElse(settings.mailFrom, undefined)),
    },
    delivery: toDelivery(settings),
    returns: settings.returnsDays === 0 ? undefined : { days: settings.returnsDays, timeZone },
    returnReasons: settings.returnReasons,
    reviewInvitationDays: settings.reviewInvitationDays,
    hasQuestions: settings.hasQuestions,
    checkout: settings.checkout,
    cancelWindow: settings.cancelWindow,
    paymentMethods: settings.paymentMethods,
    payPalMethods: settings.payPalMethods,
    isExpress: settings.isExpress,
    discountRails: { shareMax: settings.discountShareMax * 1_000, marginMin: settings.discountMarginMin * 1_000 },
    giftCardYears: settings.giftCardYears,
    transferHoldMs: settings.transferHoldDays * 86_400_000,
    bankDetails: settings.bankDetails.map(toDetail),
    holdMs: settings.orderHoldSeconds * 1_000,
    unpaidUnitsMax: settings.unpaidUnitsMax,
    riskRules: {
      fromCents: settings.riskFrom === 0 ? null : fromWire(settings.riskFrom),
      declines: settings.riskDeclines === 0 ? null : settings.riskDeclines,
      isByProvider: settings.isRiskByProvider,
    },
    mailTexts: settings.mailTexts,
    pageSize: settings.pageSize,
    hasProductFeed: settings.hasProductFeed,
    requiresSecondFactor: settings.adminSecondFactor === "required",
  };
}

/** A line such as "IBAN: DE02…" as its name and what it is. */
function toDetail(line: string): { label: string; value: string } {
  const at = line.indexOf(":");
  return { label: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
}

function orElse<Other>(text: string, other: Other): string | Other {
  return text === "" ? other : text;
}

/** The days from an order to its arrival; nothing where all of them are 0. */
function toDelivery(settings: Settings): ShopFacts["delivery"] {
  const { handlingDaysMin, handlingDaysMax, transitDaysMin, transitDaysMax, holidays, timeZone } = settings;
  const maxDays = handlingDaysMax + transitDaysMax;
  return maxDays === 0 ? undefined : { minDays: handlingDaysMin + transitDaysMin, maxDays, holidays, timeZone };
}
