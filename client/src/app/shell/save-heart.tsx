import { useSignedIn } from "../../features/account/session-store.ts";
import type { SaveButtonProps } from "../../features/saved/save-button.tsx";
import { lazyPart } from "../../lib/lazy-part.tsx";

// Lazy, because it is not needed for the first view, and the server knows nothing of what is saved.
const SaveButton = lazyPart(
  "save-button",
  () => import("../../features/saved/save-button.tsx").then((heart) => heart.SaveButton),
  { failed: () => null },
);

/** The heart of a product, for whoever is signed in or not. */
export function SaveHeart(props: Omit<SaveButtonProps, "isGuest">) {
  return <SaveButton {...props} isGuest={useSignedIn() === null} />;
}
