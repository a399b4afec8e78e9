import type { ProductPaths } from "@shop/shared/catalog/product-path";
import type { TransferDetails } from "@shop/shared/order/bank-transfer";
import type { CancelWindow } from "@shop/shared/order/cancel-rules";
import type { DeliverySettings } from "@shop/shared/order/delivery";
import type { PayPalMethod } from "@shop/shared/order/paypal-methods";
import type { ColorScheme } from "@shop/shared/settings/look";
import type { Settings } from "@shop/shared/settings/settings";
import type { PaymentMethod } from "@shop/shared/shop";

/** What a shop is called, and where it is; its time zone decides which day it is, everywhere. */
export type ShopIdentity = {
  readonly name: string;
  readonly origin: string;
  readonly timeZone: string;
  /** The colour of buttons and links; absent for the specified one. */
  readonly accent?: string;
  /** Absent for the specified dark one. */
  readonly colorScheme?: ColorScheme;
  /** The address of the owner's logo; absent for the specified mark. */
  readonly logo?: string | undefined;
};

/** Who sells, as invoices name them, and the time zone in which a year begins. */
export type Seller = {
  readonly name: string;
  readonly address: string[];
  readonly taxId: string | undefined;
  readonly timeZone: string;
};

/** How many days after the delivery customers can withdraw. Days begin at midnight in the time zone. */
export type ReturnSettings = { days: number; timeZone: string };

type Days = { min: number; max: number };

/** What the shop says of delivery and returns on its pages and to search engines, besides the days of arrival. */
export type ShopPolicy = {
  /** What the addresses of products have. */
  productPaths: ProductPaths;
  /** ISO 3166 codes of the countries that the shop delivers to. */
  shippingCountries: readonly string[];
  /** Working days until an order is handed to the carrier, and from there to the door. */
  handlingDays: Days;
  transitDays: Days;
  /** Whether the shop pays for the way back. */
  isReturnFree: boolean;
  /** Where customers write to; absent where no address is set. */
  contactEmail: string | undefined;
};

/** Which payments ask for a person's look: from a total in cents, from a number of declined tries, by the provider's word. */
export type RiskRules = { fromCents: number | null; declines: number | null; isByProvider: boolean };

/** How far discounts go without a second look, in thousandths of a percent. */
export type DiscountRails = { shareMax: number; marginMin: number };

/** What the owner's settings mean for the code. Times in milliseconds. */
export type ShopFacts = {
  shop: ShopIdentity;
  seller: Seller;
  policy: ShopPolicy;
  /** When orders are expected to arrive; absent where the shop says nothing of it. */
  delivery: DeliverySettings | undefined;
  /** How long customers can withdraw; absent where the shop has no form for it. */
  returns: ReturnSettings | undefined;
  /** What customers choose from who send something back. */
  returnReasons: readonly string[];
  /** After how many days of its delivery an order's customer is asked for reviews; 0 for no such mail. */
  reviewInvitationDays: number;
  /** Whether customers can ask about products on their pages. */
  hasQuestions: boolean;
  /** Whether customers can buy without an account. */
  checkout: Settings["checkout"];
  /** Until when customers can cancel their orders. */
  cancelWindow: CancelWindow;
  /** The ways to pay that customers can choose from. */
  paymentMethods: readonly PaymentMethod[];
  /** PayPal's further ways to pay. */
  payPalMethods: readonly PayPalMethod[];
  /** Whether customers can begin a checkout at PayPal, which knows their address. */
  isExpress: boolean;
  discountRails: DiscountRails;
  /** How many years gift cards are valid; 0 if they never end. */
  giftCardYears: number;
  /** How long an unpaid order holds its stock; another time if it is paid by bank transfer. */
  holdMs: number;
  transferHoldMs: number;
  /** The account that customers transfer money to. */
  bankDetails: TransferDetails["account"];
  /** The limit of units that one account holds in unpaid orders. */
  unpaidUnitsMax: number;
  /** Which payments a person looks at before the order is sent. */
  riskRules: RiskRules;
  /** The owner's subjects and opening words of mails. */
  mailTexts: Settings["mailTexts"];
  pageSize: number;
  /** Whether the shop has a feed of its products for Google. */
  hasProductFeed: boolean;
  /** Whether administrators may act only in sessions that were opened with a second factor. */
  requiresSecondFactor: boolean;
};

/** Some facts of the shop as they are now. They change while the process runs, so that each use reads them anew. */
export type CurrentFacts<Name extends keyof ShopFacts> = { readonly current: Pick<ShopFacts, Name> };
