import { addressesMax } from "@shop/shared/shop";
import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, time, version } from "./columns.ts";

/** What a passkey's signature is asked for. */
const challengePurposes = ["add", "sign in", "confirm"] as const;
export type ChallengePurpose = (typeof challengePurposes)[number];

/** Whether an e-mail has a domain in letters beyond ASCII, as those of earlier releases may. Indexed. */
export const hasOtherLetters = (email: AnyPgColumn): SQL => sql`${email} ~ '@.*[^ -~]'`;

/** Accounts. A deleted one stays as an anonymous row, because orders and reviews refer to it. */
export const users = pgTable(
  "users",
  {
    id: id(),
    name: text().notNull(),
    /** Null for a deleted account, and for a guest customer. */
    email: text(),
    /** Where the mails of a guest customer go, who buys without an account: no way to sign in, and not unique. */
    guestEmail: text(),
    /** Links to orders in mails of before do not work any more; null if none was revoked. */
    linksRevokedAt: time(),
    /** The last confirmed address, while `email` is not confirmed. */
    previousEmail: text(),
    /** When a mail of this time was last shown to have reached the account's confirmed address; null if none ever was. */
    provenAt: time(),
    /** Null for a deleted account, and for one of the former shop that nobody has used here yet. */
    passwordHash: text(),
    isAdmin: boolean().notNull().default(false),
    /** The role of an administrator: a built-in one, or the id of one of `staff_roles`. Null: an owner, as of releases before. */
    role: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    deletedAt: time(),
    version: version(),
    /** Whether the user wants mails about the progress of orders, and invitations to review. */
    wantsProgressMails: boolean().notNull().default(true),
    wantsReviewMails: boolean().notNull().default(true),
    /** Whether the user has agreed to mails of marketing, which other programs send. */
    acceptsMarketing: boolean().notNull().default(false),
  },
  (table) => [
    uniqueIndex("users_email_key").on(table.email),
    index("users_email_in_other_letters").on(table.id).where(hasOtherLetters(table.email)),
    index("users_previous_email").on(table.previousEmail).where(sql`${table.previousEmail} is not null`),
    check("users_email_is_lower_case", sql`${table.email} = lower(${table.email} collate "pg_c_utf8")`),
    index("users_guest_email").on(table.guestEmail).where(sql`${table.guestEmail} is not null`),
    index("users_guests_created").on(table.createdAt).where(sql`${table.guestEmail} is not null`),
    check(
      "users_have_an_email_until_deleted",
      sql`(${table.deletedAt} is null) = (coalesce(${table.email}, ${table.guestEmail}) is not null)`,
    ),
    check(
      "users_guests_cannot_sign_in",
      sql`${table.guestEmail} is null or (${table.email} is null and ${table.passwordHash} is null and not ${table.isAdmin})`,
    ),
    check("users_deleted_cannot_sign_in", sql`${table.deletedAt} is null or ${table.passwordHash} is null`),
    check("users_deleted_have_no_powers", sql`${table.deletedAt} is null or not ${table.isAdmin}`),
  ],
);

/** The e-mail of an account or of a guest customer; null once deleted. */
export const ownEmail = sql<string | null>`coalesce(${users.email}, ${users.guestEmail})`;

/** The address to which mails about an account go, as a column of `users` under this alias. */
export const mailAddressOf = (alias: "u" | "users"): SQL<string> =>
  sql.raw(`coalesce(${alias}.previous_email, ${alias}.email, ${alias}.guest_email)`).mapWith(String);

/** Sessions of signed-in devices. A token without a row is invalid. */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The browser and the system that it was opened with, such as "Firefox on Windows". */
    device: text(),
    /** The IP address that it was opened from. */
    ip: text(),
    createdAt: createdAt(),
    /** When a request last used it, to some minutes; null before the first one. */
    lastUsedAt: time(),
    /** When its user last typed the password or used a passkey; null if that was when it was opened. */
    authenticatedAt: time(),
    /** When its user last typed the password; null if it was opened with a passkey. */
    passwordTypedAt: time(),
    /** Whether its user has shown a second factor: a passkey, or a code beside the password. */
    hasSecondFactor: boolean().notNull().default(false),
    expiresAt: time().notNull(),
  },
  (table) => [
    // Ends a user's other sessions and deletes expired ones at sign-in.
    index("sessions_of_user").on(table.userId, table.expiresAt),
    // Deletes the expired ones of all.
    index("sessions_expired").on(table.expiresAt),
  ],
);

/**
 * Requests for a new password, for known and unknown addresses alike. Codes are not stored: they are derived from the id
 * and a secret of the instances.
 */
export const passwordResets = pgTable(
  "password_resets",
  {
    id: id(),
    /** As it was typed, normalized. */
    email: text().notNull(),
    /** Null until a job has looked the account up, and for addresses without one. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    attempts: smallint().notNull().default(0),
    createdAt: createdAt(),
    lookedUpAt: time(),
    usedAt: time(),
  },
  (table) => [
    index("password_resets_of_email").on(table.email, table.createdAt),
    index("password_resets_of_user").on(table.userId, table.createdAt).where(sql`${table.userId} is not null`),
    // Deletes old ones.
    index("password_resets_age").on(table.createdAt),
    index("password_resets_waiting").on(table.createdAt).where(sql`${table.lookedUpAt} is null`),
  ],
);

/** Changes of accounts' e-mails that the owner of the address before can undo for some days. */
export const emailChanges = pgTable(
  "email_changes",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The confirmed address at the time. */
    before: text().notNull(),
    /** When that address was last proven. */
    beforeProvenAt: time(),
    createdAt: createdAt(),
    /** When this change or an earlier one was undone. */
    undoneAt: time(),
  },
  (table) => [
    index("email_changes_of_user").on(table.userId, table.createdAt),
    // Deletes old ones.
    index("email_changes_age").on(table.createdAt),
  ],
);

/** Passkeys, each of one account. The private key stays with the user's device. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The device's id of the passkey, in base64url. */
    credentialId: text().notNull(),
    /** In COSE format and base64url. */
    publicKey: text().notNull(),
    /** How often it has signed, if its device counts; a lower count later shows a copy. */
    counter: bigint({ mode: "number" }).notNull(),
    /** How browsers reach the device, such as "internal" or "usb". */
    transports: text().array().notNull(),
    /** The device that it was added with, such as "Firefox on Windows". */
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: time(),
    /** When a recovery of the account ended its use until its owner allows it again. */
    suspendedAt: time(),
  },
  (table) => [
    uniqueIndex("passkeys_credential_key").on(table.credentialId),
    index("passkeys_of_user").on(table.userId, table.createdAt),
  ],
);

/** Random values that passkeys sign, each once. Used ones are deleted at once, others after they have expired. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    challenge: text().primaryKey(),
    purpose: text({ enum: challengePurposes }).notNull(),
    /** Null for a sign-in, before which the user is unknown. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    expiresAt: time().notNull(),
  },
  (table) => [index("passkey_challenges_expired").on(table.expiresAt)],
);

/** The authenticator apps of admins, whose codes are a second factor. */
export const authenticatorApps = pgTable("authenticator_apps", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Encrypted. */
  secret: text().notNull(),
  /** The time step of the last code that was used, so that each code works once. */
  lastStep: bigint({ mode: "number" }),
  /** When the first code was right; null while it is being set up. */
  confirmedAt: time(),
  /** When a recovery of the account ended its use until its owner allows it again. */
  suspendedAt: time(),
});

/** The recovery codes that are left to an account, as keyed hashes. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** The delivery addresses that accounts have saved, each at one of ten places, so that there are no more of an account. */
export const addresses = pgTable(
  "addresses",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    place: smallint().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    postalCode: text().notNull(),
    country: text().notNull(),
    /** ISO 3166 code of the country; null where its text names none. */
    countryCode: text(),
    /** State or province, who gets what is sent there if not the customer, and a telephone number; empty for none. */
    region: text().notNull().default(""),
    recipient: text().notNull().default(""),
    phone: text().notNull().default(""),
    isDefault: boolean().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("addresses_one_per_place").on(table.userId, table.place),
    unique("addresses_once").on(table.userId, table.address, table.city, table.postalCode, table.country),
    uniqueIndex("addresses_one_default").on(table.userId).where(sql`${table.isDefault}`),
    check("addresses_places", sql`${table.place} >= 0 and ${table.place} < ${sql.raw(String(addressesMax))}`),
  ],
);
