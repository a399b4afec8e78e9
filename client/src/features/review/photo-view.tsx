import { IconChevronLeft, IconChevronRight, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import classes from "./photo-view.module.css";

type PhotoViewProps = { photos: readonly string[]; name: string; first: number; onClose: () => void };

/** Photos over the whole screen in a native modal dialog, which Escape and the Back gesture close. */
export function PhotoView({ photos, name, first, onClose }: PhotoViewProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [place, setPlace] = useState(first);
  useEffect(() => {
    if (ref.current?.open === false) ref.current.showModal();
  }, []);
  const go = (to: number) => setPlace((to + photos.length) % photos.length);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "ArrowRight") go(place + 1);
    if (key === "ArrowLeft") go(place - 1);
  };
  return (
    <dialog
      ref={ref}
      className={classes.dialog}
      aria-label={`Photos by ${name}`}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <img
        className={classes.image}
        src={photos[place]}
        alt={`${place + 1} of ${photos.length} by ${name}`}
        width={960}
        height={960}
      />
      {photos.length > 1 && (
        <div className={classes.steps}>
          <button type="button" className={classes.button} aria-label="Previous photo" onClick={() => go(place - 1)}>
            <IconChevronLeft size={22} aria-hidden="true" />
          </button>
          <span role="status">
            {place + 1} of {photos.length}
          </span>
          <button type="button" className={classes.button} aria-label="Next photo" onClick={() => go(place + 1)}>
            <IconChevronRight size={22} aria-hidden="true" />
          </button>
        </div>
      )}
      <button
        type="button"
        className={`${classes.button} ${classes.close}`}
        aria-label="Close photos"
        onClick={() => ref.current?.close()}
      >
        <IconX size={22} aria-hidden="true" />
      </button>
    </dialog>
  );
}
