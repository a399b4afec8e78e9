import "./mantine-styles.ts";
import { Group, Modal, type ModalProps } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import classes from "./dialog.module.css";

type DialogProps = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** A dialog that is only rendered while it is open leaves this out. */
  isOpen?: boolean;
  hasCloseButton?: boolean;
  size?: ModalProps["size"];
  /** Takes the focus on close when the element that opened the dialog is no longer in the document. */
  fallbackFocus?: RefObject<HTMLElement | null>;
};

/**
 * A modal dialog in the shop's colors. Escape and its buttons close it, a click beside it does not. The element with
 * `data-autofocus` takes the focus first, and the element that had it before gets it back.
 */
export function Dialog({
  title,
  onClose,
  children,
  isOpen = true,
  hasCloseButton = false,
  size = "28rem",
  fallbackFocus,
}: DialogProps) {
  useFocusReturn(isOpen, fallbackFocus);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={size}
      radius="lg"
      centered
      padding="lg"
      xOffset="1rem"
      yOffset="1rem"
      withCloseButton={hasCloseButton}
      closeButtonProps={{ "aria-label": "Close", size: 44, iconSize: 22 }}
      closeOnClickOutside={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      overlayProps={{ color: "#03060e", backgroundOpacity: 0.72 }}
      // A <header> in a <section> with a role counts as a second banner of the page.
      attributes={{ header: { role: "presentation" } }}
      classNames={{ content: classes.content ?? "", header: classes.header ?? "", title: classes.title ?? "" }}
    >
      {children}
    </Modal>
  );
}

/** The buttons at the end of a dialog, the one that goes ahead last. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="sm" mt="lg" className={classes.buttons ?? ""}>
      {children}
    </Group>
  );
}

/** Mantine's own focus return covers neither a dialog that mounts open nor an opener that is gone. */
function useFocusReturn(isOpen: boolean, fallback: DialogProps["fallbackFocus"]): void {
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    // Before the dialog takes the focus.
    if (isOpen) opener.current = document.activeElement;
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      const before = opener.current;
      const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
      (isThere ? before : fallback?.current)?.focus();
    };
  }, [isOpen, fallback]);
}
