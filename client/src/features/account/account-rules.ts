import { type FormErrors, schemaResolver } from "@mantine/form";
import {
  guestCustomerSchema,
  passwordWeakness,
  registerSchema,
  requestResetSchema,
  resetPasswordSchema,
  signInSchema,
  updateProfileSchema,
} from "@shop/shared/account/account";

/** The values of a form with a new password that is typed twice, and how long it must be in this shop. */
type NewPassword = { password: string; confirmation: string; passwordMin: number };

export const guestRules = schemaResolver(guestCustomerSchema, { sync: true });
export const signInRules = schemaResolver(signInSchema, { sync: true });
export const forgotPasswordRules = schemaResolver(requestResetSchema, { sync: true });
const checkRegistration = schemaResolver(registerSchema, { sync: true });
const checkProfile = schemaResolver(updateProfileSchema, { sync: true });
const checkReset = schemaResolver(resetPasswordSchema, { sync: true });

export function registerRules(values: NewPassword): FormErrors {
  return { ...checkRegistration(values), ...checkNewPassword(values) };
}

export function resetPasswordRules(values: NewPassword): FormErrors {
  return { ...checkReset(values), ...checkNewPassword(values) };
}

export function profileRules(values: NewPassword): FormErrors {
  return { ...checkProfile(values), ...checkNewPassword(values) };
}

function checkNewPassword({ password, confirmation, passwordMin }: NewPassword): FormErrors {
  const weakness = passwordWeakness(password, passwordMin);
  return {
    ...(password === "" || weakness === null ? {} : { password: weakness }),
    ...(confirmation === password ? {} : { confirmation: "Passwords do not match" }),
  };
}
