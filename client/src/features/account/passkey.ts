import type { SignatureRequest } from "@shop/shared/account/passkey";
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";

/** Only lazy parts import this file: the library is not part of a screen's first download. */

export { browserSupportsWebAuthn };

/** Asks the browser to make a passkey. */
export function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  return startRegistration({ optionsJSON });
}

/** Asks the browser for a passkey's signature, in a dialog or in the suggestions of a field. */
export function askForSignature(optionsJSON: SignatureRequest, place: "dialog" | "suggestions" = "dialog") {
  return startAuthentication({ optionsJSON, useBrowserAutofill: place === "suggestions" });
}

/** What to tell the user if the browser gave no answer; `undefined` for other errors. */
export function browserMessageOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") {
    return "This device has a passkey for your account already.";
  }
  // Browsers do not tell a user who changed their mind from one who has no passkey.
  if (error.name === "NotAllowedError" || error.name === "AbortError") return "No passkey was used. You can try again.";
  if (error instanceof WebAuthnError) return "Your device could not do that. Please try again.";
  return undefined;
}
