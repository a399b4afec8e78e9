import { lazyPart } from "../../../lib/lazy-part.tsx";
import { MissingModal } from "../../../ui/missing-modal.ts";

// Lazy, because the forms depend on the validation library.

export const ApiKeyForm = lazyPart("api-key-form", () => import("./api-key-form.tsx").then((form) => form.ApiKeyForm), {
  failed: MissingModal,
});

export const WebhookForm = lazyPart(
  "webhook-form",
  () => import("./webhook-form.tsx").then((form) => form.WebhookForm),
  { failed: MissingModal },
);
