import { type ReactNode, useCallback, useState } from "react";
import { lazyPart } from "../../lib/lazy-part.tsx";

// Lazy because dialogs are large. Without it the profile's list of sessions has the same button.
const EndOthersDialog = lazyPart(
  "end-others-dialog",
  () => import("./end-others-dialog.tsx").then((part) => part.EndOthersDialog),
  { failed: () => null },
);

/** `offer` asks whether all other devices shall be signed out; the screen renders `dialog`. For changed factors. */
export function useEndOthersOffer(): { offer: () => void; dialog: ReactNode } {
  const [isOffered, setOffered] = useState(false);
  const offer = useCallback(() => setOffered(true), []);
  const close = useCallback(() => setOffered(false), []);
  return { offer, dialog: isOffered && <EndOthersDialog onClose={close} /> };
}
