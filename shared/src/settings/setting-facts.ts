import { payPalMethodNames } from "../order/paypal-methods.ts";
import { paymentMethods } from "../shop.ts";
import { type SecretName, type SettingName, settingNames } from "./settings.ts";

export const settingSections = {
  shop: "Shop",
  look: "Look",
  address: "Address",
  delivery: "Days of arrival",
  checkout: "Checkout",
  methods: "Ways to pay",
  payments: "Payments",
  stripe: "Stripe",
  discounts: "Discounts",
  risk: "Doubtful payments",
  mail: "Mail",
  returns: "Returns",
  search: "Search",
  staff: "Staff",
  menus: "Contents",
} as const;
export type SettingSection = keyof typeof settingSections;

/** How a setting is entered. A number is entered in a unit of which `per` make one of its own. */
export type SettingField =
  | { kind: "text" | "email" | "time zone" | "lines" | "list" | "flag" | "colour" | "day" | "picture" }
  /** Has a screen of its own. */
  | { kind: "menu" }
  | { kind: "number"; unit?: string; per?: number }
  | { kind: "choice"; options: Readonly<Record<string, string>> }
  /** Some of them; each is its own name. */
  | { kind: "choices"; options: readonly string[] };

export type SettingFacts = {
  section: SettingSection;
  label: string;
  help: string;
  field: SettingField;
  /** The variables of the environment that set it instead of the owner. The first has its value. */
  variables: readonly string[];
};

const payPalVariables = [
  "PAYMENTS",
  "PAYPAL_CLIENT_ID",
  "PAYPAL_CLIENT_SECRET",
  "PAYPAL_MERCHANT_ID",
  "PAYPAL_WEBHOOK_ID",
];

const stripeVariables = ["STRIPE_PUBLISHABLE_KEY", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"];

/** What each setting means. The forms, docs/settings.md and .env.example are written from it. */
export const settingFacts: Record<SettingName, SettingFacts> = {
  shopName: {
    section: "shop",
    label: "Name of the shop",
    help: "In the header, in search results and as the sender of mails.",
    field: { kind: "text" },
    variables: ["SHOP_NAME"],
  },
  isOpen: {
    section: "shop",
    label: "Open to everybody",
    help: "Until then visitors see “Opening soon”, nobody can register or order, and search engines are told to stay away.",
    field: { kind: "flag" },
    variables: ["SHOP_OPEN"],
  },
  guestPassword: {
    section: "shop",
    label: "Password for visitors before the opening",
    help: "Whoever has it can look around and try to order. Administrators need none.",
    field: { kind: "text" },
    variables: [],
  },
  logo: {
    section: "look",
    label: "Logo",
    help: "Beside the shop's name, and in the tabs of browsers. Best with a transparent background.",
    field: { kind: "picture" },
    variables: [],
  },
  accent: {
    section: "look",
    label: "Accent",
    help: "The colour of buttons and links. White text on it must be easy to read.",
    field: { kind: "colour" },
    variables: ["SHOP_ACCENT"],
  },
  colorScheme: {
    section: "look",
    label: "Light or dark",
    help: "The same design in both. A device can ask for one of them; pages then follow it.",
    field: { kind: "choice", options: { dark: "Dark", light: "Light", system: "As the device asks" } },
    variables: ["SHOP_COLOR_SCHEME"],
  },
  phoneColumns: {
    section: "look",
    label: "Products in a row on phones",
    help: "One shows large pictures, two show more products at once.",
    field: { kind: "choice", options: { "1": "One", "2": "Two" } },
    variables: [],
  },
  headline: {
    section: "look",
    label: "Headline",
    help: "What your shop stands for, in one sentence on top of Home; none when empty, or when the layout of Home begins with a headline.",
    field: { kind: "text" },
    variables: [],
  },
  announcement: {
    section: "look",
    label: "Announcement",
    help: "A line above every page, such as the last day of orders before Christmas; none when empty.",
    field: { kind: "text" },
    variables: [],
  },
  announcementFrom: {
    section: "look",
    label: "First day of the announcement",
    help: "At once when empty.",
    field: { kind: "day" },
    variables: [],
  },
  announcementUntil: {
    section: "look",
    label: "Last day of the announcement",
    help: "Until you remove it when empty.",
    field: { kind: "day" },
    variables: [],
  },
  headerMenu: {
    section: "menus",
    label: "Menu in the header",
    help: "Links below the header of every page, under Content, Menus.",
    field: { kind: "menu" },
    variables: [],
  },
  mailTexts: {
    section: "menus",
    label: "Words of mails",
    help: "Subjects and opening words of mails to customers, under Content, Mails.",
    field: { kind: "menu" },
    variables: [],
  },
  footerMenu: {
    section: "menus",
    label: "Menu in the footer",
    help: "Columns of links at the end of every page, under Content, Menus.",
    field: { kind: "menu" },
    variables: [],
  },
  timeZone: {
    section: "shop",
    label: "Time zone",
    help: "Of the shop's days: in lists, filters, figures, mails and invoices.",
    field: { kind: "time zone" },
    variables: ["SHOP_TIME_ZONE"],
  },
  productPaths: {
    section: "shop",
    label: "Addresses of products",
    help: "The other address of a product leads to the chosen one.",
    field: { kind: "choice", options: { id: "With the ID, such as /product/…", name: "With the name, such as /p/…" } },
    variables: ["PRODUCT_PATHS"],
  },
  sellerName: {
    section: "address",
    label: "Who sells",
    help: "The legal name on invoices; the shop's name when empty.",
    field: { kind: "text" },
    variables: ["SELLER_NAME"],
  },
  sellerAddress: {
    section: "address",
    label: "Address",
    help: "The lines of the seller's address on invoices and legal pages.",
    field: { kind: "lines" },
    variables: ["SELLER_ADDRESS"],
  },
  sellerTaxId: {
    section: "address",
    label: "Tax number",
    help: "On invoices; they have none when empty.",
    field: { kind: "text" },
    variables: ["SELLER_TAX_ID"],
  },
  handlingDaysMin: {
    section: "delivery",
    label: "Fewest days until you hand over a parcel",
    help: "Working days after the order. With all four of these at 0, no dates are shown.",
    field: { kind: "number", unit: "days" },
    variables: ["HANDLING_DAYS_MIN"],
  },
  handlingDaysMax: {
    section: "delivery",
    label: "Most days until you hand over a parcel",
    help: "Working days after the order.",
    field: { kind: "number", unit: "days" },
    variables: ["HANDLING_DAYS_MAX"],
  },
  transitDaysMin: {
    section: "delivery",
    label: "Fewest days that a parcel is on its way",
    help: "Working days. A delivery method can have days of its own.",
    field: { kind: "number", unit: "days" },
    variables: ["TRANSIT_DAYS_MIN"],
  },
  transitDaysMax: {
    section: "delivery",
    label: "Most days that a parcel is on its way",
    help: "Working days. A delivery method can have days of its own.",
    field: { kind: "number", unit: "days" },
    variables: ["TRANSIT_DAYS_MAX"],
  },
  holidays: {
    section: "delivery",
    label: "Holidays",
    help: "Days from Monday to Friday that are no working days, such as 2026-12-25.",
    field: { kind: "list" },
    variables: ["HOLIDAYS"],
  },
  shippingCountries: {
    section: "delivery",
    label: "Countries for search engines",
    help: "Codes such as US or CA, of which search engines are told where no delivery zone names its countries.",
    field: { kind: "list" },
    variables: ["SHIPPING_COUNTRIES"],
  },
  checkout: {
    section: "checkout",
    label: "Who can buy",
    help: "Without an account, customers give a name and an e-mail, and open their orders by a link in our mails. Needs mails.",
    field: {
      kind: "choice",
      options: { both: "Customers with and without an account", account: "Only with an account" },
    },
    variables: ["CHECKOUT"],
  },
  cancelWindow: {
    section: "checkout",
    label: "Customers can cancel an order",
    help: "They get their money back, and the products are for sale again. You can cancel any order until it is shipped.",
    field: {
      kind: "choice",
      options: {
        processed: "Until you prepare it",
        paid: "Until it is paid",
        never: "Not by themselves; they write to you",
      },
    },
    variables: ["CANCEL_WINDOW"],
  },
  paymentMethods: {
    section: "methods",
    label: "Customers can pay by",
    help: "A bank transfer needs your account, payment on delivery a delivery method that takes it. PayPal and its cards are connected in Payments, other cards and wallets in Stripe.",
    field: { kind: "choices", options: paymentMethods },
    variables: ["PAYMENT_METHODS"],
  },
  payPalMethods: {
    section: "methods",
    label: "PayPal also takes",
    help: "Beside PayPal itself. PayPal shows each where it exists, such as Venmo in the US, iDEAL in the Netherlands and BLIK in Poland.",
    field: { kind: "choices", options: payPalMethodNames },
    variables: ["PAYPAL_METHODS"],
  },
  orderHoldSeconds: {
    section: "checkout",
    label: "How long an unpaid order holds its products",
    help: "Afterwards others can buy them, and the order can still be paid as long as they are in stock.",
    field: { kind: "number", unit: "minutes", per: 60 },
    variables: ["ORDER_HOLD_SECONDS"],
  },
  unpaidUnitsMax: {
    section: "checkout",
    label: "Most units in unpaid orders",
    help: "What one account can hold in several orders without paying. A single order can be larger.",
    field: { kind: "number", unit: "units" },
    variables: ["UNPAID_UNITS_MAX"],
  },
  bankDetails: {
    section: "methods",
    label: "Your account for bank transfers",
    help: "A line for each fact, such as “Account holder: …”, “IBAN: …” and “BIC: …”. Customers see it with their order.",
    field: { kind: "lines" },
    variables: ["BANK_DETAILS"],
  },
  transferHoldDays: {
    section: "methods",
    label: "How long an order waits for a bank transfer",
    help: "As long it holds its products. Afterwards others can buy them, and the order can still be paid as long as they are in stock.",
    field: { kind: "number", unit: "days" },
    variables: ["TRANSFER_HOLD_DAYS"],
  },
  paymentMode: {
    section: "payments",
    label: "Payments by PayPal and card",
    help: "The sandbox is PayPal's playground: orders are paid with play money.",
    field: { kind: "choice", options: { off: "Off", sandbox: "Sandbox, for trying out", live: "Live, real money" } },
    variables: payPalVariables,
  },
  payPalClientId: {
    section: "payments",
    label: "Client ID",
    help: "Of your app at developer.paypal.com. The sandbox and live payments have one each.",
    field: { kind: "text" },
    variables: payPalVariables,
  },
  payPalMerchantId: {
    section: "payments",
    label: "Merchant ID",
    help: "Of the PayPal account that is paid, 13 capital letters and digits. Live payments need it.",
    field: { kind: "text" },
    variables: payPalVariables,
  },
  payPalWebhookId: {
    section: "payments",
    label: "Webhook ID",
    help: "Of a webhook for /api/webhooks/paypal, by which PayPal reports changes at once. Payments work without it.",
    field: { kind: "text" },
    variables: payPalVariables,
  },
  stripePublishableKey: {
    section: "stripe",
    label: "Publishable key",
    help: "Of the API keys at dashboard.stripe.com. Keys with pk_test_ and sk_test_ move no money. Empty: not connected.",
    field: { kind: "text" },
    variables: stripeVariables,
  },
  isExpress: {
    section: "methods",
    label: "Buy with PayPal from the cart and from a product",
    help: "PayPal gives the address, and your customer sees the total before paying. Everybody else goes through the checkout.",
    field: { kind: "flag" },
    variables: ["EXPRESS_CHECKOUT"],
  },
  discountShareMax: {
    section: "discounts",
    label: "Highest share of a price",
    help: "A discount that may take off more is asked about twice, so that a mistyped number gives nothing away.",
    field: { kind: "number", unit: "percent" },
    variables: ["DISCOUNT_SHARE_MAX"],
  },
  discountMarginMin: {
    section: "discounts",
    label: "Lowest margin",
    help: "What must be left above the cost of a product, where you have entered it. A discount that may leave less is asked about twice. 0: not below the cost.",
    field: { kind: "number", unit: "percent" },
    variables: ["DISCOUNT_MARGIN_MIN"],
  },
  giftCardYears: {
    section: "discounts",
    label: "Gift cards are valid for",
    help: "From their sale; laws of many countries name the least. 0: they never end. Cards that were sold before keep what they were sold with.",
    field: { kind: "number", unit: "years" },
    variables: ["GIFT_CARD_YEARS"],
  },
  riskFrom: {
    section: "risk",
    label: "Look at payments of orders from",
    help: "A total in your currency. Such an order is paid, and waits until you have looked. 0: none waits for its total.",
    field: { kind: "number" },
    variables: ["RISK_FROM"],
  },
  riskDeclines: {
    section: "risk",
    label: "Look at payments after declined tries",
    help: "As many within a day, as when somebody tries out stolen cards. 0: none waits for them.",
    field: { kind: "number", unit: "tries" },
    variables: ["RISK_DECLINES"],
  },
  isRiskByProvider: {
    section: "risk",
    label: "Look at payments that the provider finds doubtful",
    help: "Stripe's risk is elevated, or the card's bank says that its security code or its address is another one.",
    field: { kind: "flag" },
    variables: ["RISK_BY_PROVIDER"],
  },
  mailHost: {
    section: "mail",
    label: "Mail server",
    help: "The outgoing (SMTP) server of your mail provider, such as smtp.example.com. Without it no mail goes out.",
    field: { kind: "text" },
    variables: ["SMTP_URL"],
  },
  mailPort: {
    section: "mail",
    label: "Port",
    help: "Usually 587 with STARTTLS and 465 with TLS.",
    field: { kind: "number" },
    variables: ["SMTP_URL"],
  },
  mailSecurity: {
    section: "mail",
    label: "Encryption",
    help: "Mails never leave unencrypted, except to a server on the same machine.",
    field: { kind: "choice", options: { starttls: "STARTTLS", tls: "TLS from the start" } },
    variables: ["SMTP_URL"],
  },
  mailUser: {
    section: "mail",
    label: "User name",
    help: "Often the whole mail address; empty when the server asks for none.",
    field: { kind: "text" },
    variables: ["SMTP_URL"],
  },
  mailFrom: {
    section: "mail",
    label: "Mails come from",
    help: "The sender's address. Its name is that of the shop.",
    field: { kind: "email" },
    variables: ["MAIL_FROM"],
  },
  mailReplyTo: {
    section: "mail",
    label: "Answers go to",
    help: "The address that customers write to; the sender's when empty.",
    field: { kind: "email" },
    variables: ["MAIL_REPLY_TO"],
  },
  reviewInvitationDays: {
    section: "mail",
    label: "Ask for reviews after",
    help: "Days after the delivery. With 0 there is no such mail, and the mail of the delivery asks.",
    field: { kind: "number", unit: "days" },
    variables: ["REVIEW_INVITATION_DAYS"],
  },
  hasQuestions: {
    section: "shop",
    label: "Customers can ask about products",
    help: "On the page of a product, once signed in. You answer under Questions; then question and answer are there for everybody.",
    field: { kind: "flag" },
    variables: ["PRODUCT_QUESTIONS"],
  },
  returnsDays: {
    section: "returns",
    label: "Customers can withdraw for",
    help: "Days after the delivery; with 0 there is no form for it. A demo has 30.",
    field: { kind: "number", unit: "days" },
    variables: ["RETURNS_DAYS"],
  },
  isReturnFree: {
    section: "returns",
    label: "The shop pays for the way back",
    help: "Customers and search engines are told so.",
    field: { kind: "flag" },
    variables: ["RETURNS_FREE"],
  },
  returnReasons: {
    section: "returns",
    label: "Reasons for a return",
    help: "Customers choose one for each item that they send back.",
    field: { kind: "lines" },
    variables: ["RETURN_REASONS"],
  },
  pageSize: {
    section: "search",
    label: "Products on one page of a list",
    help: "Everywhere in the shop.",
    field: { kind: "number", unit: "products" },
    variables: ["PAGE_SIZE"],
  },
  hasProductFeed: {
    section: "search",
    label: "A feed for Google Merchant Center",
    help: "All products at /feeds/google-merchant.xml.",
    field: { kind: "flag" },
    variables: ["PRODUCT_FEED"],
  },
  adminSecondFactor: {
    section: "staff",
    label: "Second factor of administrators",
    help: "A passkey or an authenticator app at each sign-in.",
    field: { kind: "choice", options: { off: "Everybody's own choice", required: "Required" } },
    variables: ["ADMIN_MFA"],
  },
};

/** What each secret means; its field comes after that of a setting. */
export const secretFacts: Record<SecretName, Omit<SettingFacts, "field"> & { after: SettingName }> = {
  payPalClientSecret: {
    section: "payments",
    label: "Secret",
    help: "Stored encrypted, and never shown again.",
    variables: payPalVariables,
    after: "payPalClientId",
  },
  stripeSecretKey: {
    section: "stripe",
    label: "Secret key",
    help: "Stored encrypted, and never shown again. Both keys are for live payments, or both for test payments.",
    variables: stripeVariables,
    after: "stripePublishableKey",
  },
  stripeWebhookSecret: {
    section: "stripe",
    label: "Signing secret of the webhook",
    help: "Of a webhook for /api/webhooks/stripe, by which Stripe reports changes at once. Payments work without it.",
    variables: stripeVariables,
    after: "stripePublishableKey",
  },
  mailPassword: {
    section: "mail",
    label: "Password",
    help: "Stored encrypted, and never shown again.",
    variables: ["SMTP_URL"],
    after: "mailUser",
  },
};

/** The settings that one variable sets alone. */
export const settingOfVariable: ReadonlyMap<string, SettingName> = new Map(
  settingNames.flatMap((name) => {
    const { variables, section } = settingFacts[name];
    const [variable, ...more] = variables;
    const isAlone = more.length === 0 && variable !== "SMTP_URL" && section !== "payments" && section !== "stripe";
    return variable === undefined || !isAlone ? [] : [[variable, name] as const];
  }),
);

/** The settings of a section, in the order in which they are shown. */
export function settingsIn(section: string): SettingName[] {
  return settingNames.filter((name) => settingFacts[name].section === section);
}
