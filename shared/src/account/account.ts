import { z } from "zod";
import { adminListSchema } from "../admin/admin-list.ts";
import { exportFormatSchema } from "../admin/export-format.ts";
import { normalized } from "../normalized.ts";
import { isStorableLine, isStorableText, keywordSchema, versionSchema } from "../query.ts";
import { emailLength, nameLength, passwordLengthMax } from "../shop.ts";
import { timestampSchema, wireIdSchema } from "../wire.ts";

/** A user account as admins see it. */
export const accountSchema = z.object({
  _id: wireIdSchema,
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
});
export type Account = z.infer<typeof accountSchema>;

/** The account with the version that an edit starts from. */
export const accountDetailSchema = accountSchema.extend({ version: z.int(), updatedAt: timestampSchema });
export type AccountDetail = z.infer<typeof accountDetailSchema>;

/** The signed-in user as the browser stores them. */
export const signedInSchema = accountSchema.extend({
  expirationTime: z.int().meta({ description: "When the session ends, in milliseconds since 1970." }),
  isGuest: z.literal(true).exactOptional().meta({ description: "Set for a customer who buys without an account." }),
});
export type SignedIn = z.infer<typeof signedInSchema>;

/** Zero-width characters, which would make a blank name look filled. */
const invisible = /[\u200b-\u200f\u2060\ufeff]/g;

/** A text without what cannot be seen. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, "").trim();
}

/** A single line that is not blank after trimming. */
export function lineSchema(what: string, max: number) {
  return z
    .string({ error: `${what} is required` })
    .trim()
    .refine((value) => withoutInvisible(value) !== "", `${what} is required`)
    .max(max, `${what} can have at most ${max} characters`)
    .refine(isStorableLine, `${what} contains characters that cannot be stored`)
    .meta({ minLength: 1 });
}

/** Marks that turn the direction of a line, so that it reads other than it is. */
const turning = /[\u202a-\u202e\u2066-\u2069]/;

/** A line of a person's name or address, which others read: without marks that turn its direction. */
export function personalLineSchema(what: string, max: number) {
  return lineSchema(what, max)
    .refine((value) => !turning.test(value), `${what} contains characters that cannot be shown`)
    .meta({ minLength: 1 });
}

/** The same where it may be blank. */
export function personalTextSchema(what: string, max: number) {
  return z
    .string({ error: `${what} is required` })
    .trim()
    .max(max, `${what} can have at most ${max} characters`)
    .refine(isStorableLine, `${what} contains characters that cannot be stored`)
    .refine((value) => !turning.test(value), `${what} contains characters that cannot be shown`);
}

/** An address with its domain in ASCII: browsers send a domain in other letters in either form, and mail servers know this. */
export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const hasOtherLetters = /[^ -~]/.test(domain) && /^[\p{L}\p{N}\p{M}.-]+$/u.test(domain);
  if (at === -1 || domain.length > emailLength || !hasOtherLetters) return email;
  const address = `http://${domain}`;
  return URL.canParse(address) ? email.slice(0, at + 1) + new URL(address).hostname : email;
}

/** Normalized, so that one address has one account: lower case, NFC, an ASCII domain, without invisible characters. */
export const emailSchema = z
  .string({ error: "Email is required" })
  .trim()
  // Before the checks: NFC turns some harmless characters into refused ones, such as the Greek question mark into ";".
  .overwrite((email) => normalized(email, "NFC"))
  .toLowerCase()
  .overwrite(withAsciiDomain)
  .min(1, "Email is required")
  .max(emailLength, `Email can have at most ${emailLength} characters`)
  .regex(
    // Part of the API's document, so it reads the same without the flag, which some validators do not set.
    /^[^\s@"<>()[\]\\,;:]{1,64}@[^\s@"<>()[\]\\,;:.]+(\.[^\s@"<>()[\]\\,;:.]+)+$/u,
    "Email is not valid",
  )
  .refine((value) => isStorableLine(value) && !/[\p{Cc}\p{Cf}]/u.test(value), "Email is not valid");

/** Dots at an end of the first part, or next to each other, and hyphens at an end of a part of the domain. */
const undeliverable = /^\.|\.@|\.\.|@-|-\.|\.-|-$/;

/** The e-mail of something new. Those of before may be other than any mail server takes. */
export const newEmailSchema = emailSchema.refine((value) => !undeliverable.test(value), "Email is not valid");

/** The number of code points, not of UTF-16 code units. */
function countCharacters(text: string): number {
  return [...text].length;
}

/** Passwords that attackers try first; shorter ones are refused by their length. */
const commonPasswords = new Set(
  (
    "password password1 password12 password123 passw0rd 12345678 123456789 1234567890 87654321 11111111 00000000 " +
    "qwertyui qwertyuiop qwerty123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 asdfghjkl zxcvbnm1 abcd1234 abc12345 " +
    "iloveyou sunshine princess football baseball superman starwars trustno1 letmein1 welcome1 admin123 " +
    "administrator changeme changeme1 whatever computer internet michelle jennifer"
  ).split(" "),
);

/** Why a new password is refused, or `null`. Any character is allowed; nothing is trimmed. */
export function passwordWeakness(password: string, min: number): string | null {
  if (countCharacters(password) < min) return `Password needs at least ${min} characters`;
  if (countCharacters(password) > passwordLengthMax) return `Password can have at most ${passwordLengthMax} characters`;
  if (password.trim() === "" || /^(.)\1*$/u.test(password) || commonPasswords.has(password.toLowerCase())) {
    return "This password is too easy to guess";
  }
  return null;
}

/** A password as typed; bounded, because hashing costs time. */
const passwordSchema = z
  .string({ error: "Password is required" })
  .min(1, "Password is required")
  .refine(
    (value) => countCharacters(value) <= passwordLengthMax,
    `Password can have at most ${passwordLengthMax} characters`,
  )
  .refine(isStorableText, "Password contains characters that cannot be typed again")
  .meta({ maxLength: passwordLengthMax });

/** A password to be; how short it may be is a setting of the shop. */
export const newPasswordSchema = passwordSchema.clone();

/** A code of an authenticator app, or a recovery code, as typed. */
const codeSchema = z.string().trim().max(40, "This is not a code");

export const signInSchema = z.object({
  email: emailSchema,
  password: passwordSchema,
  code: codeSchema.optional().meta({
    description: "For administrators with a second factor: a code of their authenticator app, or a recovery code.",
  }),
});
export type SignIn = z.output<typeof signInSchema>;

export const registerSchema = z.object({
  name: personalLineSchema("Name", nameLength),
  email: newEmailSchema,
  password: newPasswordSchema,
});
export type Register = z.output<typeof registerSchema>;

/** Who buys without an account. */
export const guestCustomerSchema = registerSchema.omit({ password: true });
export type GuestDetails = z.output<typeof guestCustomerSchema>;

export const updateProfileSchema = z.object({
  name: personalLineSchema("Name", nameLength),
  email: newEmailSchema,
  /** Absent or empty keeps the password. */
  password: newPasswordSchema.or(z.literal("")).optional(),
});
export type UpdateProfile = z.output<typeof updateProfileSchema>;

export const requestResetSchema = z.object({ email: emailSchema });
export type RequestReset = z.output<typeof requestResetSchema>;

/** A code as it is typed, with or without blanks. */
const resetCodeSchema = z
  .string({ error: "Code is required" })
  .max(64, "The code has eight digits")
  .regex(/^[ -]*([0-9][ -]*){8}$/, "The code has eight digits")
  .transform((code) => code.replace(/[ -]/g, ""));

export const resetPasswordSchema = z.object({
  email: emailSchema,
  code: resetCodeSchema,
  password: newPasswordSchema,
});
export type ResetPassword = z.output<typeof resetPasswordSchema>;

/** The token of a link in a mail. */
export const linkTokenSchema = z.object({ token: z.string({ error: "token is required" }).max(2_000) });
export type LinkToken = z.output<typeof linkTokenSchema>;

/**
 * Whether the account's e-mail is confirmed, and where mails go until it is. The e-mail of a registration counts as
 * confirmed and is proven once the link in a mail to it was used.
 */
export type EmailConfirmation = { isConfirmed: boolean; isProven: boolean; mailsGoTo: string };

/** The caller's current password, before a change of password or e-mail. */
export const reauthenticateSchema = z.object({ password: passwordSchema });
export type Reauthenticate = z.output<typeof reauthenticateSchema>;

/** A code that shows that the authenticator app is set up. */
export const confirmAppSchema = z.object({ code: codeSchema.min(1, "Code is required") });

export const updateUserSchema = z.object({
  name: personalLineSchema("Name", nameLength),
  email: newEmailSchema,
  isAdmin: z.boolean({ error: "isAdmin must be true or false" }),
  version: versionSchema,
});
export type UpdateUser = z.output<typeof updateUserSchema>;

/** The sort keys of the user list. */
export const userSorts = ["createdAt", "name", "email", "isAdmin", "paidOrders", "spent"] as const;

export const pageUsersSchema = adminListSchema(userSorts, { by: "createdAt", isDescending: true }).extend({
  /** Only admins, or only other accounts. */
  admin: z.enum(["yes", "no"]).optional().catch(undefined),
  /** Only accounts with this tag. */
  tag: keywordSchema.optional().catch(undefined),
});
/** Which accounts an export has: those of the list, on all of its pages. What is not valid does not mean all of them. */
export const filterUsersSchema = pageUsersSchema
  .pick({ search: true })
  .extend({ admin: z.enum(["yes", "no"]).optional(), tag: keywordSchema.optional() });
export type FilterUsers = z.output<typeof filterUsersSchema>;
export const exportUsersSchema = filterUsersSchema.extend({ format: exportFormatSchema });
export type PageUsers = z.output<typeof pageUsersSchema>;
