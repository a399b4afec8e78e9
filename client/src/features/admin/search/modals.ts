import { lazyPart } from "../../../lib/lazy-part.tsx";
import { MissingModal } from "../../../ui/missing-modal.ts";

// Lazy, because the forms depend on the validation library.

export const SynonymsModal = lazyPart(
  "synonyms-modal",
  () => import("./synonyms-modal.tsx").then((modal) => modal.SynonymsModal),
  { failed: MissingModal },
);

export const OldAddressModal = lazyPart(
  "old-address-modal",
  () => import("./old-address-modal.tsx").then((modal) => modal.OldAddressModal),
  { failed: MissingModal },
);

export const OldAddressLinesModal = lazyPart(
  "old-address-lines-modal",
  () => import("./old-address-lines-modal.tsx").then((modal) => modal.OldAddressLinesModal),
  { failed: MissingModal },
);

export const RedirectModal = lazyPart(
  "redirect-modal",
  () => import("./redirect-modal.tsx").then((modal) => modal.RedirectModal),
  { failed: MissingModal },
);
