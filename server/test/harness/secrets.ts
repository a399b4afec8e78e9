import { expect } from "vitest";
import { issuer } from "./customers.ts";

/** What the shops of the tests sign in to the payment provider with; nobody else may ever see the secret. */
export const providerCredentials = { clientId: "client-of-the-tests", clientSecret: "marker-secret-of-the-tests" };

export const stripeCredentials = {
  publishableKey: "pk_test_ofthetests",
  secretKey: "sk_test_markersecretofthetests",
  webhookSecret: "whsec_markersecretofthetests",
};

/** What the shops of the tests sign their tokens with. */
export const tokenSecret = "a secret that only the tests of this shop know";

/** What the people of the tests sign in with. */
const passwords = ["a password of some length", "a long password of the admin", "correct horse 1", "another horse 2"];

const { secretKey, webhookSecret } = stripeCredentials;
const words = [...passwords, providerCredentials.clientSecret, secretKey, webhookSecret, tokenSecret, issuer.jwtSecret];
/** Tokens of the shop and of the provider, hashes of passwords, cookies, and what statements were asked with. */
const shapes = [
  /eyJ[\w-]{8,}\.[\w-]{8,}/,
  /SIM-TOKEN-/,
  /\$argon2/,
  /\bsession=\w/,
  /\b(Bearer|Basic) \w/,
  /Failed query/,
];

/** Fails when something that a shop has written holds a secret, of its own or of its people. */
export function expectNoSecretIn(lines: readonly string[]): void {
  const found = lines.filter(
    (line) => words.some((word) => line.includes(word)) || shapes.some((shape) => shape.test(line)),
  );
  expect(found, "lines with a secret in them").toEqual([]);
}
