import { z } from "zod";
import { productPaths } from "../catalog/product-path.ts";
import { editableMails, mailOpeningMax, mailSubjectMax, placeholdersOf, unknownPlaceholder } from "../mail-texts.ts";
import { hasValidIban } from "../order/bank-transfer.ts";
import { cancelWindows, usualCancelWindow } from "../order/cancel-rules.ts";
import { payPalMethodNames } from "../order/paypal-methods.ts";
import { linkTargetSchema } from "../page/link-target.ts";
import { columnLinksMax, footerColumnsMax, headerLinksMax } from "../page/menu.ts";
import { isStorableText, storedVersionSchema, unstorableText } from "../query.ts";
import { paymentMethods, returnReasonLength, specifiedMethods } from "../shop.ts";
import { isTimeZone } from "../time-zone.ts";
import { colorSchemes, contrastMin, contrastOfAccent, nearestAccent, specifiedAccent } from "./look.ts";

const wholeNumber = (min: number, max: number) => {
  const range = `Use a whole number from ${min} to ${max}`;
  return z.number({ error: range }).int(range).min(min, range).max(max, range);
};
const text = (max: number) =>
  z.string().trim().max(max, `Use at most ${max} characters`).refine(isStorableText, unstorableText);
const emailOrNone = z.union([z.literal(""), z.email("Use an address such as shop@example.com").max(254)]);

/** A day in the shop's time zone, such as "2026-12-25"; empty for none. */
const dayOrNone = z.union([z.literal(""), z.iso.date("Use a day such as 2026-12-25")]);

const menuLinkSchema = z.object({
  label: text(40).min(1, "A link needs a name"),
  to: linkTargetSchema,
});

const mailTextsSchema = z.object({ subject: text(mailSubjectMax), opening: text(mailOpeningMax) });

/** The owner's words of some mails. A placeholder that the mail does not have would be sent as it is. */
const mailTextsOfKinds = z.partialRecord(z.enum(editableMails), mailTextsSchema).superRefine((texts, context) => {
  for (const kind of editableMails) {
    for (const part of ["subject", "opening"] as const) {
      const unknown = unknownPlaceholder(kind, texts[kind]?.[part] ?? "");
      if (unknown === undefined) continue;
      const known = placeholdersOf(kind).map((name) => `{${name}}`);
      const message = `This mail has no ${unknown}. It has ${known.join(", ")}.`;
      context.addIssue({ code: "custom", path: [kind, part], message });
    }
  }
});

/** The longest time that an unpaid order holds its units: 30 days, in seconds. */
const holdSecondsMax = 2_592_000;

/** What the owner of a shop decides about it, each by itself. Amounts of time are in the unit that the name says. */
export const settingsSchema = z.object({
  shopName: text(60).min(1, "Your shop needs a name"),
  /** Whether everybody sees the shop, or only administrators and guests with the password. */
  isOpen: z.boolean(),
  /** Empty: administrators alone see the shop before it is open. */
  guestPassword: text(100),
  /** The address of an uploaded image; empty for the specified mark. */
  logo: z.string().regex(/^(\/uploads\/[0-9a-f-]{36}\.webp)?$/, "Upload a picture"),
  /** The colour of buttons and links. */
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, "Use a colour such as #2563eb")
    .refine((accent) => contrastOfAccent(accent) >= contrastMin, {
      error: ({ input }) =>
        `White text on this colour is hard to read. The nearest that can be read is ${nearestAccent(String(input))}.`,
      abort: true,
    }),
  colorScheme: z.enum(colorSchemes, "Use dark, light or system"),
  /** Product cards in a row on phones. */
  phoneColumns: z.enum(["1", "2"]),
  /** On top of Home, unless its layout begins with a headline; empty for none. */
  headline: text(100),
  /** Shown above every page; empty for none. */
  announcement: text(160),
  announcementFrom: dayOrNone,
  announcementUntil: dayOrNone,
  /** Links in the header, beside the specified ones. */
  headerMenu: z.array(menuLinkSchema).max(headerLinksMax, `Use up to ${headerLinksMax} links`),
  /** Columns of links in the footer, beside the specified ones. */
  footerMenu: z
    .array(
      z.object({
        title: text(40).min(1, "A column needs a name"),
        links: z.array(menuLinkSchema).max(columnLinksMax, `Use up to ${columnLinksMax} links in a column`),
      }),
    )
    .max(footerColumnsMax, `Use up to ${footerColumnsMax} columns`),
  /** The owner's subjects and opening words of mails. */
  mailTexts: mailTextsOfKinds,
  timeZone: z.string().refine(isTimeZone, "Use a time zone such as America/New_York"),
  productPaths: z.enum(productPaths, "Use id or name"),
  /** Empty: the shop's name. */
  sellerName: text(100),
  sellerAddress: z.array(text(100).min(1, "A line of an address is empty")).max(6, "Use up to 6 lines"),
  /** Empty: none. */
  sellerTaxId: text(50),
  handlingDaysMin: wholeNumber(0, 60),
  handlingDaysMax: wholeNumber(0, 60),
  transitDaysMin: wholeNumber(0, 60),
  transitDaysMax: wholeNumber(0, 60),
  holidays: z.array(z.iso.date("Use days such as 2026-12-25")).max(200, "Use up to 200 days"),
  shippingCountries: z
    .array(z.string().regex(/^[A-Z]{2}$/, "Use codes of countries such as US or DE"))
    .max(250, "Use up to 250 countries"),
  /** Whether customers can buy without an account. */
  checkout: z.enum(["both", "account"], "Use both or account"),
  /** Until when customers can cancel their orders. */
  cancelWindow: z.enum(cancelWindows, `Use ${cancelWindows.join(", ")}`),
  /** The ways to pay that customers can choose from. */
  paymentMethods: z
    .array(z.enum(paymentMethods, { error: `Use ${paymentMethods.join(", ")}` }))
    .min(1, "Customers need a way to pay")
    .max(paymentMethods.length)
    .transform((methods) => paymentMethods.filter((method) => methods.includes(method))),
  /** PayPal's further ways to pay, beside its own and cards. */
  payPalMethods: z
    .array(z.enum(payPalMethodNames, { error: `Use ${payPalMethodNames.join(", ")}` }))
    .max(payPalMethodNames.length)
    .transform((methods) => payPalMethodNames.filter((method) => methods.includes(method))),
  orderHoldSeconds: wholeNumber(1, holdSecondsMax),
  unpaidUnitsMax: wholeNumber(1, 1_000_000),
  /** Where customers transfer money to, a line for each fact, such as "IBAN: DE02…". */
  bankDetails: z
    .array(
      text(100)
        .regex(/^[^:]+:\s*\S/, "Write a line as a name and what it is, such as IBAN: DE02 1203 0000 0000 2020 51")
        .refine(hasValidIban, "This IBAN is not right. Please compare it with the one of your bank."),
    )
    .max(8, "Use up to 8 lines"),
  transferHoldDays: wholeNumber(1, 30),
  paymentMode: z.enum(["off", "sandbox", "live"]),
  payPalClientId: text(200),
  payPalMerchantId: z.string().regex(/^([A-Z0-9]{13})?$/, "A merchant id has 13 capital letters and digits"),
  payPalWebhookId: text(100),
  /** Whether customers can begin a checkout at PayPal. */
  isExpress: z.boolean(),
  /** The highest share of a price that a discount takes off without a second look, in percent; the lowest margin that it leaves. */
  discountShareMax: wholeNumber(1, 100),
  discountMarginMin: wholeNumber(0, 99),
  /** How many years gift cards are valid that are sold from now on; 0 if they never end. */
  giftCardYears: wholeNumber(0, 30),
  /** The total, in the shop's currency, from which a person looks at a payment before the order is sent; 0: none. */
  riskFrom: wholeNumber(0, 1_000_000),
  /** The number of declined tries within a day from which a person looks at the payment that follows them; 0: none. */
  riskDeclines: wholeNumber(0, 100),
  /** Whether a person looks at payments that the provider finds doubtful. */
  isRiskByProvider: z.boolean(),
  /** Empty: the shop is not connected to Stripe. */
  stripePublishableKey: z
    .string()
    .trim()
    .max(200)
    .regex(/^(pk_(test|live)_[A-Za-z0-9]+)?$/, "A publishable key begins with pk_test_ or pk_live_"),
  /** Empty: no mail goes out. */
  mailHost: z.string().regex(/^([\w.-]{1,253}|[0-9a-f:.]{2,45})?$/i, "Use a name such as smtp.example.com"),
  mailPort: wholeNumber(1, 65_535),
  mailSecurity: z.enum(["starttls", "tls"]),
  /** Empty: the mail server asks for no password. */
  mailUser: text(200),
  mailFrom: emailOrNone,
  /** Empty: the address that mails come from. */
  mailReplyTo: emailOrNone,
  reviewInvitationDays: wholeNumber(0, 60),
  /** Whether customers can ask about products on their pages. */
  hasQuestions: z.boolean(),
  /** 0: no form for withdrawals. */
  returnsDays: wholeNumber(0, 365),
  isReturnFree: z.boolean(),
  /** What customers choose from who send something back. */
  returnReasons: z
    .array(text(returnReasonLength).min(1))
    .min(1, "Customers need a reason to choose")
    .max(20, "Use up to 20 reasons")
    .refine((reasons) => new Set(reasons).size === reasons.length, "Name each reason once"),
  pageSize: wholeNumber(1, 100),
  hasProductFeed: z.boolean(),
  adminSecondFactor: z.enum(["off", "required"], "Use off or required"),
});

export type Settings = z.output<typeof settingsSchema>;
export type SettingName = keyof Settings;
export type SettingValue = Settings[SettingName];

export const settingNames: readonly SettingName[] = settingsSchema.keyof().options;

/** What holds as long as an owner has not said otherwise: the specification. */
export const specifiedSettings: Settings = {
  shopName: "Lumen & Loom",
  isOpen: true,
  guestPassword: "",
  logo: "",
  accent: specifiedAccent,
  colorScheme: "dark",
  phoneColumns: "1",
  headline: "",
  announcement: "",
  announcementFrom: "",
  announcementUntil: "",
  headerMenu: [],
  footerMenu: [],
  mailTexts: {},
  timeZone: "UTC",
  productPaths: "id",
  sellerName: "",
  sellerAddress: [],
  sellerTaxId: "",
  handlingDaysMin: 1,
  handlingDaysMax: 1,
  transitDaysMin: 2,
  transitDaysMax: 4,
  holidays: [],
  shippingCountries: ["US"],
  checkout: "both",
  cancelWindow: usualCancelWindow,
  paymentMethods: [...specifiedMethods],
  payPalMethods: [],
  orderHoldSeconds: 3_600,
  unpaidUnitsMax: 200,
  bankDetails: [],
  transferHoldDays: 7,
  paymentMode: "off",
  payPalClientId: "",
  payPalMerchantId: "",
  payPalWebhookId: "",
  stripePublishableKey: "",
  isExpress: true,
  discountShareMax: 50,
  discountMarginMin: 0,
  giftCardYears: 0,
  riskFrom: 0,
  riskDeclines: 0,
  isRiskByProvider: false,
  mailHost: "",
  mailPort: 587,
  mailSecurity: "starttls",
  mailUser: "",
  mailFrom: "",
  mailReplyTo: "",
  reviewInvitationDays: 0,
  hasQuestions: true,
  returnsDays: 0,
  isReturnFree: false,
  returnReasons: [
    "It does not fit",
    "It is not as described",
    "It arrived damaged",
    "It does not work",
    "I changed my mind",
    "Something else",
  ],
  pageSize: 12,
  hasProductFeed: true,
  adminSecondFactor: "off",
};

/** What is stored encrypted and never shown again. */
export const secretNames = ["payPalClientSecret", "stripeSecretKey", "stripeWebhookSecret", "mailPassword"] as const;
export type SecretName = (typeof secretNames)[number];
export type Secrets = Partial<Record<SecretName, string>>;

/** The settings that an owner has changed; the others are as specified. */
export const storedSettingsSchema = settingsSchema.exactPartial();
export type StoredSettings = z.output<typeof storedSettingsSchema>;

/**
 * A change of some settings. The version is the one that it starts from. A secret that is given replaces the stored one;
 * an empty one removes it.
 */
export const saveSettingsSchema = z.object({
  version: storedVersionSchema,
  values: storedSettingsSchema,
  secrets: z.partialRecord(z.enum(secretNames), z.string().max(200).refine(isStorableText, unstorableText)).default({}),
});
export type SaveSettings = z.output<typeof saveSettingsSchema>;

/** Takes the settings back to those of an earlier version, as a new version. */
export const restoreSettingsSchema = z.object({ version: storedVersionSchema, to: storedVersionSchema });
export type RestoreSettings = z.output<typeof restoreSettingsSchema>;

/** A version of the settings, with the names of what it changed. */
export type SettingsVersion = { version: number; savedAt: string; savedBy: string | null; changed: string[] };

/** The settings in force, as the owner edits them. */
export type SettingsDetail = {
  version: number;
  values: Settings;
  /** The settings and secrets that a variable of the server has set, each with the name of the variable. */
  locked: Partial<Record<SettingName | SecretName, string>>;
  /** Which secrets are set. */
  secrets: SecretName[];
  /** Empty as long as nothing was saved. */
  savedAt: string;
};

/** The settings that whoever writes the shop's contents may change. */
export const menuSettings = ["headerMenu", "footerMenu"] as const;

export const saveMenusSchema = settingsSchema
  .pick({ headerMenu: true, footerMenu: true })
  .extend({ version: storedVersionSchema });
export type SaveMenus = z.output<typeof saveMenusSchema>;

/** The words of one mail, to be tried or saved. */
export const tryMailTextsSchema = z
  .object({ kind: z.enum(editableMails), ...mailTextsSchema.shape })
  .superRefine(({ kind, ...texts }, context) => {
    for (const issue of mailTextsOfKinds.safeParse({ [kind]: texts }).error?.issues ?? []) {
      context.addIssue({ code: "custom", path: issue.path.slice(1), message: issue.message });
    }
  });
export type TryMailTexts = z.output<typeof tryMailTextsSchema>;

export const saveMailTextsSchema = z.intersection(tryMailTextsSchema, z.object({ version: storedVersionSchema }));
export type SaveMailTexts = z.output<typeof saveMailTextsSchema>;

/** The owner's words of all mails, as they are edited. */
export type MailTextsDetail = Pick<Settings, "mailTexts"> & { version: number; savedAt: string };

/** The menus in force, as they are edited. */
export type MenusDetail = Pick<Settings, (typeof menuSettings)[number]> & { version: number; savedAt: string };

/** What came of trying out what the owner has set. */
export type TestOutcome = { isFine: true } | { isFine: false; reason: string };

export type SettingProblem = { path: SettingName | SecretName; message: string };

/** What is wrong between settings that are right by themselves. */
export function settingProblems(settings: Settings, secrets: readonly SecretName[]): SettingProblem[] {
  const problems: SettingProblem[] = [];
  const refuse = (path: SettingProblem["path"], message: string) => problems.push({ path, message });
  if (settings.handlingDaysMin > settings.handlingDaysMax)
    refuse("handlingDaysMin", "The fewest days are more than the most");
  if (settings.transitDaysMin > settings.transitDaysMax)
    refuse("transitDaysMin", "The fewest days are more than the most");
  if (settings.announcementUntil !== "" && settings.announcementFrom > settings.announcementUntil)
    refuse("announcementUntil", "The last day is before the first");
  if (settings.mailHost !== "" && settings.mailFrom === "")
    refuse("mailFrom", "A mail server needs the address that mails come from");
  if (settings.paymentMethods.includes("Bank Transfer") && settings.bankDetails.length === 0)
    refuse("bankDetails", "Customers who pay by bank transfer need your account");
  if (settings.stripePublishableKey !== "" && !secrets.includes("stripeSecretKey"))
    refuse("stripeSecretKey", "Stripe needs your secret key as well");
  if (settings.paymentMode === "off") return problems;
  if (settings.payPalClientId === "") refuse("payPalClientId", "PayPal needs the client ID of your app");
  if (!secrets.includes("payPalClientSecret")) refuse("payPalClientSecret", "PayPal needs the secret of your app");
  // Without it, a payment to another merchant would be accepted.
  if (settings.paymentMode === "live" && settings.payPalMerchantId === "")
    refuse("payPalMerchantId", "Live payments need the merchant ID of your PayPal account");
  return problems;
}
