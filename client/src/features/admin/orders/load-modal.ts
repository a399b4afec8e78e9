import { type ComponentType, useEffect } from "react";
import { loadChunk } from "../../../lib/lazy-screen.ts";
import { notify } from "../../../ui/notify.ts";

/** For `lazy`: a modal that comes when it is first opened. Where its code does not arrive, that is said and nothing opens. */
export function loadModal<Props extends { isOpen: boolean; onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): () => Promise<{ default: ComponentType<Props> }> {
  return async () => ({ default: await loadChunk(load).catch(() => MissingModal) });
}

function MissingModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  useEffect(() => {
    if (!isOpen) return;
    notify.error("This form could not be loaded. Nothing was changed. Please reload the page and try again.");
    onClose();
  }, [isOpen, onClose]);
  return null;
}
