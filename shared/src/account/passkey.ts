import { z } from "zod";
import { isStorableLine } from "../query.ts";

/** The fields of the browser's answers, bounded far above what devices send. */
const bytesSchema = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, "must be base64url");

const credentialFields = {
  id: bytesSchema(1_400),
  rawId: bytesSchema(1_400),
  type: z.literal("public-key"),
};

/** A new passkey, as the browser's `PublicKeyCredential.toJSON` gives it. */
export const newPasskeySchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: bytesSchema(4_000),
    attestationObject: bytesSchema(16_000),
    transports: z.array(z.string().max(40).refine(isStorableLine)).max(10).optional(),
  }),
});
export type NewPasskey = z.output<typeof newPasskeySchema>;

/** A passkey's signature, as the browser's `PublicKeyCredential.toJSON` gives it. */
export const signatureSchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: bytesSchema(4_000),
    authenticatorData: bytesSchema(4_000),
    signature: bytesSchema(4_000),
    userHandle: bytesSchema(100).optional(),
  }),
});
export type PasskeySignature = z.output<typeof signatureSchema>;

/** What a browser needs to ask for a signature: `PublicKeyCredentialRequestOptionsJSON`. */
export const signatureRequestSchema = z.object({
  challenge: z.string().meta({ description: "To be signed once, within five minutes." }),
  rpId: z.string(),
  timeout: z.int().meta({ description: "In milliseconds." }),
  userVerification: z.literal("required"),
});
export type SignatureRequest = z.infer<typeof signatureRequestSchema>;

/** A passkey as its user sees it. */
export type PasskeyRecord = {
  _id: string;
  /** The device that it was added with, such as "Firefox on Windows". */
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  /** Whether it does not sign in, since the account was taken back by mail, until its owner allows it again. */
  isSuspended: boolean;
};

/** What an administrator has set up besides the password. */
export type SecondFactorState = {
  hasApp: boolean;
  hasPasskey: boolean;
  /** The number of recovery codes that are left. */
  recoveryCodes: number;
  /** Whether the shop requires a second factor of administrators. */
  isRequired: boolean;
  /** Whether this session was opened with one. */
  isShown: boolean;
};

/** What an authenticator app needs: the secret, and the same as an address for a QR code. */
export type AppSetup = { secret: string; uri: string };
