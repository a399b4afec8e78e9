/** At most `points` attempts within `seconds`. */
export type Limit = { points: number; seconds: number };

/** The limits of a shop that sets nothing else, with the names that settings and counters know them by. */
export const normalLimits = {
  /** Failed sign-ins to one account from one address. */
  signInPerAccount: { name: "sign-in-account", points: 10, seconds: 900 },
  /** Failed sign-ins to one account from all addresses together, known devices excepted. */
  signInPerAccountAnywhere: { name: "sign-in-account-anywhere", points: 100, seconds: 900 },
  /** Failed sign-ins to its account from a device that has signed in to it before. */
  signInPerDevice: { name: "sign-in-device", points: 10, seconds: 900 },
  /** Failed sign-ins from one address to all accounts. */
  signInPerAddress: { name: "sign-in-address", points: 300, seconds: 900 },
  /** Changes of password, e-mail, passkeys or authenticator app of one user: a password is hashed, and an e-mail shows whether an account has it. */
  credentialsPerUser: { name: "credentials", points: 10, seconds: 900 },
  registerPerAddress: { name: "register", points: 2_000, seconds: 900 },
  /** Challenges for sign-ins with passkeys to one address; each is a row. Opening Sign In asks for one. */
  passkeyChallengesPerAddress: { name: "passkey-challenges", points: 2_000, seconds: 900 },
  /** Requests for a new password and entered codes from one address. */
  resetPerAddress: { name: "reset-address", points: 100, seconds: 3_600 },
  /** Requests for a new password for one e-mail, whether or not it has an account. */
  resetPerEmail: { name: "reset-email", points: 5, seconds: 3_600 },
  /** Declarations of withdrawal from one address. */
  withdrawalsPerAddress: { name: "withdrawal-address", points: 100, seconds: 3_600 },
  /** Declarations of withdrawal with one order number and e-mail, whether or not there is such an order. */
  withdrawalsPerOrder: { name: "withdrawal-order", points: 5, seconds: 3_600 },
  /** Downloads of all data of one user, each of which reads many rows. */
  downloadsPerUser: { name: "downloads", points: 5, seconds: 3_600 },
  /** Files of invoices and packing slips of one user, each of which takes a process. */
  papersPerUser: { name: "papers", points: 120, seconds: 900 },
  /** Messages of one customer; each goes to all admins by mail. */
  messagesPerUser: { name: "messages", points: 20, seconds: 3_600 },
  /** Photos that one customer uploads for reviews; each takes the image process. */
  reviewPhotosPerUser: { name: "review-photos", points: 40, seconds: 3_600 },
  /** Votes and reports of one customer about reviews. */
  reviewMarksPerUser: { name: "review-marks", points: 120, seconds: 3_600 },
  /** Questions of one customer about products; each goes to the staff by mail. */
  questionsPerUser: { name: "questions", points: 10, seconds: 3_600 },
  /** Requests for stock alerts from one address. */
  stockAlertsPerAddress: { name: "stock-alert-address", points: 100, seconds: 3_600 },
  /** Requests for stock alerts to one e-mail that has to confirm them; each sends it a mail. */
  stockAlertsPerEmail: { name: "stock-alert-email", points: 5, seconds: 3_600 },
  /** Mails that anybody can cause to an address of which no owner is known. */
  mailsPerRecipient: { name: "mail-recipient", points: 10, seconds: 3_600 },
  /** Payments that one customer starts or reports; each may call the provider. */
  paymentsPerUser: { name: "payments", points: 60, seconds: 900 },
  /** Checkouts that begin at the provider, and their readings, from one address; each calls the provider. */
  checkoutsPerAddress: { name: "checkout-address", points: 120, seconds: 900 },
  /** Orders and carts of one address or account with a discount code that no rule has. */
  discountCodes: { name: "discount-codes", points: 60, seconds: 3_600 },
  /** Requests with one API key. */
  requestsPerApiKey: { name: "api-key", points: 600, seconds: 60 },
  /** Webhook events that turn out as forged: of all senders together that never sent a genuine one, and of each other. */
  webhooks: { name: "webhooks", points: 120, seconds: 60 },
  /** The same of one sender that never sent a genuine one. */
  webhooksPerAddress: { name: "webhook-address", points: 20, seconds: 60 },
} as const satisfies Record<string, Limit & { name: string }>;

export type LimitSettings = Record<keyof typeof normalLimits, Limit>;

/** Names of all limits, as settings write them. */
export const limitNames: readonly string[] = Object.values(normalLimits).map(({ name }) => name);

/** `strict` is for a shop under attack: half the attempts. `off` is for tests and trials. */
export const limitProfiles = {
  normal: ({ points, seconds }: Limit): Limit => ({ points, seconds }),
  strict: ({ points, seconds }: Limit): Limit => ({ points: Math.ceil(points / 2), seconds }),
  off: ({ seconds }: Limit): Limit => ({ points: 1_000_000, seconds }),
};
export type LimitProfile = keyof typeof limitProfiles;
export const limitProfileNames = ["normal", "strict", "off"] as const satisfies LimitProfile[];

/** The limits of a profile, with exceptions by name. */
export function toLimits(profile: LimitProfile, exceptions: ReadonlyMap<string, Limit>): LimitSettings {
  const limitOf = ({ name, ...normal }: Limit & { name: string }): Limit =>
    exceptions.get(name) ?? limitProfiles[profile](normal);
  return {
    signInPerAccount: limitOf(normalLimits.signInPerAccount),
    signInPerAccountAnywhere: limitOf(normalLimits.signInPerAccountAnywhere),
    signInPerDevice: limitOf(normalLimits.signInPerDevice),
    signInPerAddress: limitOf(normalLimits.signInPerAddress),
    credentialsPerUser: limitOf(normalLimits.credentialsPerUser),
    registerPerAddress: limitOf(normalLimits.registerPerAddress),
    passkeyChallengesPerAddress: limitOf(normalLimits.passkeyChallengesPerAddress),
    resetPerAddress: limitOf(normalLimits.resetPerAddress),
    resetPerEmail: limitOf(normalLimits.resetPerEmail),
    withdrawalsPerAddress: limitOf(normalLimits.withdrawalsPerAddress),
    withdrawalsPerOrder: limitOf(normalLimits.withdrawalsPerOrder),
    downloadsPerUser: limitOf(normalLimits.downloadsPerUser),
    papersPerUser: limitOf(normalLimits.papersPerUser),
    messagesPerUser: limitOf(normalLimits.messagesPerUser),
    reviewPhotosPerUser: limitOf(normalLimits.reviewPhotosPerUser),
    reviewMarksPerUser: limitOf(normalLimits.reviewMarksPerUser),
    questionsPerUser: limitOf(normalLimits.questionsPerUser),
    stockAlertsPerAddress: limitOf(normalLimits.stockAlertsPerAddress),
    stockAlertsPerEmail: limitOf(normalLimits.stockAlertsPerEmail),
    mailsPerRecipient: limitOf(normalLimits.mailsPerRecipient),
    paymentsPerUser: limitOf(normalLimits.paymentsPerUser),
    checkoutsPerAddress: limitOf(normalLimits.checkoutsPerAddress),
    discountCodes: limitOf(normalLimits.discountCodes),
    requestsPerApiKey: limitOf(normalLimits.requestsPerApiKey),
    webhooks: limitOf(normalLimits.webhooks),
    webhooksPerAddress: limitOf(normalLimits.webhooksPerAddress),
  };
}
