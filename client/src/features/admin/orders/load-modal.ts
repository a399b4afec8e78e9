import { type ComponentType, useEffect } from "react";
import { loadChunk } from "../../../lib/lazy-screen.ts";
import { notify } from "../../../ui/notify.ts";

/** For `lazy`: loads a modal when it is first opened. When its chunk fails to load, an error message shows instead. */
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
