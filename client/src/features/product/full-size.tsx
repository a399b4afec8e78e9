import { IconX } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import classes from "./full-size.module.css";

/** The image over the whole screen in a native modal dialog, which Escape and the Back gesture close. */
export function FullSize({ name, image, onClose }: { name: string; image: string; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (ref.current?.open === false) ref.current.showModal();
  }, []);

  const close = () => ref.current?.close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click anywhere closes it; the keyboard has Escape and the close button
    <dialog ref={ref} className={classes.dialog} aria-label={`${name}, full size`} onClose={onClose} onClick={close}>
      <img className={classes.image} src={image} alt={name} width={960} height={960} />
      <button type="button" className={classes.close} aria-label="Close full size" onClick={close}>
        <IconX size={22} aria-hidden="true" />
      </button>
    </dialog>
  );
}
