import { lazyPart } from "../../../lib/lazy-part.tsx";
import { MissingModal } from "../../../ui/missing-modal.ts";

// Lazy, because the forms depend on the validation library.

export const InvitationForm = lazyPart(
  "invitation-form",
  () => import("./invitation-form.tsx").then((form) => form.InvitationForm),
  { failed: MissingModal },
);

export const RoleForm = lazyPart("role-form", () => import("./role-form.tsx").then((form) => form.RoleForm), {
  failed: MissingModal,
});
