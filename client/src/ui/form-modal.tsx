import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import { Modal } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import classes from "./form-modal.module.css";

type FormModalProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** What has the focus afterwards where the button that opened it is gone by then. */
  otherwise: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** A modal with something to fill in: it closes with Escape and its own buttons, not with a stray press beside it. */
export function FormModal({ title, isOpen, onClose, otherwise, children }: FormModalProps) {
  // The library gives the focus back only to a button that is still there, and only if it was here when that was pressed.
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    // Before anything in the modal takes the focus.
    if (isOpen) opener.current = document.activeElement;
  }, [isOpen]);
  useEffect(() => {
    const before = opener.current;
    if (isOpen || before === null) return;
    opener.current = null;
    const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
    (isThere ? before : otherwise.current)?.focus();
  }, [isOpen, otherwise]);
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      centered
      size="34rem"
      xOffset="1rem"
      yOffset="1rem"
      padding="lg"
      closeOnClickOutside={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes.content ?? "", title: classes.title ?? "" }}
    >
      <Modal.Overlay className={classes.overlay ?? ""} />
      <Modal.Content>
        {/* The library's own header counts as a second banner of the page. */}
        <div className={classes.header}>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" size={44} />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The buttons under a form in a modal, the one that goes ahead last. */
export function ModalAnswers({ children }: { children: ReactNode }) {
  return <div className={classes.answers}>{children}</div>;
}
