import type { MailMode } from "../mail.ts";

/** What a new shop needs before it opens, in the order in which it is best done. */
export const openingSteps = ["name", "address", "tax", "delivery", "payments", "mail", "products", "pages"] as const;
export type OpeningStep = (typeof openingSteps)[number];

/** How far a shop is with its opening, by what is true and not by what was ticked. */
export type Opening = {
  isOpen: boolean;
  /** Whether the shop is invented. */
  isDemo: boolean;
  /** Empty where administrators alone see the shop before it is open. */
  guestPassword: string;
  /** The version of the settings, which a change of them starts from. */
  version: number;
  done: OpeningStep[];
  /** Whether customers can pay, online or by bank transfer. */
  isPayable: boolean;
  mailMode: MailMode;
  /** The mails that were given up. */
  failedMails: number;
};
