import { lazyPart } from "../../lib/lazy-part.tsx";
import { missingPart } from "../../ui/missing-part.tsx";

// Lazy because it is seldom needed, and dialogs are large.
export const PasswordDialog = lazyPart(
  "password-dialog",
  () => import("./password-dialog.tsx").then((part) => part.PasswordDialog),
  {
    failed: missingPart("Your password could not be asked for. Nothing was changed."),
  },
);
