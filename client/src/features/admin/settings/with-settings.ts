import { shownCancelWindow } from "@shop/shared/order/cancel-rules";
import { dayIn, endOfDay } from "@shop/shared/order/delivery";
import { announcementOn } from "@shop/shared/page/announcement";
import { shownMenus } from "@shop/shared/page/menu";
import { shownExpress, shownMethods } from "@shop/shared/page/payment-methods";
import { lookRules, lookStyleId } from "@shop/shared/settings/look";
import type { Settings } from "@shop/shared/settings/settings";
import type { ShopIdentity } from "../../../ui/shop-identity.ts";

/** What pages show of the shop, after its settings were saved; the same that the server writes into the next page. */
export function withSettings(now: ShopIdentity, settings: Settings): ShopIdentity {
  const {
    cancelWindow: _window,
    returnsDays: _days,
    isReturnFree: _isFree,
    productPaths: _paths,
    delivery: _delivery,
    headline: _headline,
    announcement: _line,
    hasTwoOnPhones: _two,
    hasGuestCheckout,
    paymentMethods: _methods,
    hasExpress: _express,
    hasQuestions: _questions,
    logo: _logo,
    colorScheme: _scheme,
    headerMenu: _header,
    footerMenu: _footer,
    ...rest
  } = now;
  const { shopName: name, timeZone, returnsDays, isReturnFree, productPaths } = settings;
  const delivery = deliveryOf(settings);
  return {
    ...rest,
    name,
    timeZone,
    ...(settings.headline === "" ? {} : { headline: settings.headline }),
    ...shownMenus(settings),
    ...shownMethods(settings.paymentMethods),
    ...shownExpress(settings, now.payments),
    ...shownCancelWindow(settings.cancelWindow),
    ...announcementOn(settings, dayIn(timeZone, new Date())),
    ...(settings.hasQuestions ? { hasQuestions: true as const } : {}),
    ...(settings.colorScheme === "dark" ? {} : { colorScheme: settings.colorScheme }),
    ...(settings.logo === "" ? {} : { logo: settings.logo }),
    ...(settings.phoneColumns === "1" ? {} : { hasTwoOnPhones: true as const }),
    // What is newly allowed needs mails, which the next page knows of.
    ...(settings.checkout === "both" && hasGuestCheckout === true ? { hasGuestCheckout } : {}),
    ...(returnsDays === 0 ? {} : { returnsDays, isReturnFree }),
    ...(productPaths === "id" ? {} : { productPaths }),
    ...(delivery === undefined ? {} : { delivery }),
  };
}

/** Gives the open page the look that was saved. */
export function showLook(settings: Settings): void {
  const style = document.getElementById(lookStyleId) ?? document.head.appendChild(document.createElement("style"));
  style.id = lookStyleId;
  style.textContent = lookRules(settings);
}

/** When orders of now are expected to arrive; nothing where the shop says nothing of it. */
export function deliveryOf(settings: Settings): ShopIdentity["delivery"] {
  const { handlingDaysMin, handlingDaysMax, transitDaysMin, transitDaysMax, holidays, timeZone } = settings;
  const maxDays = handlingDaysMax + transitDaysMax;
  if (maxDays === 0) return undefined;
  const at = new Date();
  const day = { today: dayIn(timeZone, at), todayEndsAt: endOfDay(timeZone, at).getTime() };
  return { minDays: handlingDaysMin + transitDaysMin, maxDays, holidays, timeZone, ...day };
}
