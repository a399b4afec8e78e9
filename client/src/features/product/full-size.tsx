import type { ShownImage } from "@shop/shared/catalog";
import { IconChevronLeft, IconChevronRight, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./full-size.module.css";
import { useZoom } from "./use-zoom.ts";

type FullSizeProps = {
  name: string;
  images: ShownImage[];
  start: number;
  /** Gets the place of the image that was shown last. */
  onClose: (place: number) => void;
};

/** The images over the whole screen in a native modal dialog, which Escape and the Back gesture close. */
export function FullSize({ name, images, start, onClose }: FullSizeProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [place, setPlace] = useState(start);
  const { image = "", alt = name } = images[place] ?? {};
  const isGallery = images.length > 1;
  const go = (step: number) => {
    if (images[place + step] === undefined) return;
    zoom.reset();
    setPlace(place + step);
  };
  const zoom = useZoom(go);

  useEffect(() => {
    if (ref.current?.open === false) ref.current.showModal();
  }, []);

  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === "ArrowLeft") go(-1);
    if (key === "ArrowRight") go(1);
    if (key === "+" || key === "=") zoom.by(1.5);
    if (key === "-") zoom.by(1 / 1.5);
    if (key === "0") zoom.reset();
  }
  return (
    <dialog
      ref={ref}
      className={classes.dialog}
      aria-label={`${name}, full size`}
      onClose={() => onClose(place)}
      onKeyDown={onKeyDown}
    >
      <div className={classes.area} data-zoomed={zoom.isZoomed || undefined} {...zoom.handlers}>
        <img
          key={image}
          className={classes.image}
          style={{ transform: zoom.transform }}
          src={image}
          alt={alt}
          width={960}
          height={960}
          draggable={false}
        />
      </div>
      {isGallery && (
        <>
          <p className={classes.count} role="status">
            <VisuallyHidden>Image </VisuallyHidden>
            {place + 1} of {images.length}
            <VisuallyHidden>: {alt}</VisuallyHidden>
          </p>
          <Step label="Previous image" isEnd={place === 0} onClick={() => go(-1)} />
          <Step label="Next image" isNext isEnd={place === images.length - 1} onClick={() => go(1)} />
        </>
      )}
      <button type="button" className={classes.close} aria-label="Close full size" onClick={() => ref.current?.close()}>
        <IconX size={22} aria-hidden="true" />
      </button>
    </dialog>
  );
}

type StepProps = { label: string; isNext?: boolean; isEnd: boolean; onClick: () => void };

function Step({ label, isNext = false, isEnd, onClick }: StepProps) {
  const Icon = isNext ? IconChevronRight : IconChevronLeft;
  return (
    <button
      type="button"
      className={classes.step}
      data-next={isNext || undefined}
      aria-label={label}
      aria-disabled={isEnd || undefined}
      onClick={onClick}
    >
      <Icon size={22} aria-hidden="true" />
    </button>
  );
}
