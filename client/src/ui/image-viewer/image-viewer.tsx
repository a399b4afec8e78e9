import { fullScreenSet, imageAt } from "@shop/shared/catalog/image";
import { IconChevronLeft, IconChevronRight, IconX, IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { VisuallyHidden } from "../visually-hidden.tsx";
import classes from "./image-viewer.module.css";
import { useZoom } from "./use-zoom.ts";

/** What the viewer and its buttons are called, and what one of its images is. */
type ViewerLabels = { dialog: string; close: string; previous: string; next: string; item: string };

type ImageViewerProps = {
  labels: ViewerLabels;
  images: readonly { image: string; alt: string }[];
  start: number;
  /** Gets the place of the image that was shown last. */
  onClose: (place: number) => void;
};

/** How far an arrow key moves an enlarged image. */
const movePx = 80;

/**
 * Images over the whole screen in a native modal dialog, which Escape, the Back gesture and a swipe down close. The focus
 * begins on the step to the next image, where there are several.
 */
export function ImageViewer({ labels, images, start, onClose }: ImageViewerProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [place, setPlace] = useState(start);
  const [loaded, setLoaded] = useState("");
  const { image = "", alt = "" } = images[place] ?? {};
  // The page has shown it in this width.
  const preview = loaded === image ? {} : { backgroundImage: `url("${imageAt(image, 640)}")` };
  const go = (step: number) => {
    if (images[place + step] === undefined) return;
    zoom.reset();
    setPlace(place + step);
  };
  const zoom = useZoom(go, () => ref.current?.close());
  const next = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (ref.current?.open !== false) return;
    ref.current.showModal();
    next.current?.focus();
  }, []);

  return (
    <dialog
      ref={ref}
      className={classes.dialog}
      data-several={images.length > 1 || undefined}
      aria-label={labels.dialog}
      onClose={() => onClose(place)}
      onKeyDown={(event) => onKeyDown(event, zoom, go)}
    >
      <div
        ref={zoom.area}
        className={classes.area}
        data-zoomed={zoom.isZoomed || undefined}
        data-held={zoom.isHeld || undefined}
        {...zoom.handlers}
      >
        <img
          key={image}
          className={classes.image}
          style={{ translate: `0 ${zoom.pulled}px`, transform: zoom.transform, ...preview }}
          src={image}
          srcSet={fullScreenSet(image)}
          // An enlarged image needs all the pixels that there are.
          sizes={zoom.isZoomed ? "400vw" : "100vw"}
          alt={alt}
          width={960}
          height={960}
          draggable={false}
          onLoad={() => setLoaded(image)}
        />
      </div>
      {images.length > 1 && (
        <>
          <p className={classes.count} role="status">
            <VisuallyHidden>{labels.item} </VisuallyHidden>
            {place + 1} of {images.length}
            <VisuallyHidden>: {alt}</VisuallyHidden>
          </p>
          <Step label={labels.previous} isEnd={place === 0} onClick={() => go(-1)} />
          <Step ref={next} label={labels.next} isNext isEnd={place === images.length - 1} onClick={() => go(1)} />
          <Thumbnails images={images} item={labels.item} place={place} onShow={(wanted) => go(wanted - place)} />
        </>
      )}
      <div className={classes.tools}>
        <Tool label={zoom.isZoomed ? "Zoom out" : "Zoom in"} onClick={zoom.toggle}>
          {zoom.isZoomed ? <IconZoomOut size={22} aria-hidden="true" /> : <IconZoomIn size={22} aria-hidden="true" />}
        </Tool>
        <Tool label={labels.close} onClick={() => ref.current?.close()}>
          <IconX size={22} aria-hidden="true" />
        </Tool>
      </div>
    </dialog>
  );
}

/** The arrow keys go to the next image, or move an enlarged one. */
function onKeyDown(event: KeyboardEvent, zoom: ReturnType<typeof useZoom>, go: (step: number) => void): void {
  const { key } = event;
  if (key === "+" || key === "=") zoom.by(1.5);
  if (key === "-") zoom.by(1 / 1.5);
  if (key === "0") zoom.reset();
  const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (arrow === undefined) return;
  const [x = 0, y = 0] = arrow;
  event.preventDefault();
  if (zoom.isZoomed) zoom.move(-x * movePx, -y * movePx);
  else if (x !== 0) go(x);
}

type ToolProps = { label: string; onClick: () => void; children: ReactNode };

function Tool({ label, onClick, children }: ToolProps) {
  return (
    <button type="button" className={classes.button} aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}

type ThumbnailsProps = Pick<ImageViewerProps, "images"> & {
  item: string;
  place: number;
  onShow: (place: number) => void;
};

/** All images in one row below the one that is shown. */
function Thumbnails({ images, item, place, onShow }: ThumbnailsProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Scrolls the row alone: `scrollIntoView` would move what is around it too.
    const { current } = list;
    const shown = current?.children[place];
    if (current === null || !(shown instanceof HTMLElement)) return;
    current.scrollLeft = shown.offsetLeft - (current.clientWidth - shown.offsetWidth) / 2;
  }, [place]);
  return (
    <ul ref={list} className={classes.thumbnails}>
      {images.map(({ image, alt }, each) => (
        <li key={image}>
          <button
            type="button"
            className={classes.thumbnail}
            aria-label={`${item} ${each + 1} of ${images.length}: ${alt}`}
            aria-current={each === place || undefined}
            onClick={() => onShow(each)}
          >
            <img src={imageAt(image, 160)} alt="" width={160} height={160} decoding="async" draggable={false} />
          </button>
        </li>
      ))}
    </ul>
  );
}

type StepProps = {
  ref?: Ref<HTMLButtonElement>;
  label: string;
  isNext?: boolean;
  isEnd: boolean;
  onClick: () => void;
};

function Step({ ref, label, isNext = false, isEnd, onClick }: StepProps) {
  const Icon = isNext ? IconChevronRight : IconChevronLeft;
  return (
    <button
      ref={ref}
      type="button"
      className={`${classes.button} ${classes.step}`}
      data-next={isNext || undefined}
      aria-label={label}
      // Not `disabled`, so that the focus stays.
      aria-disabled={isEnd || undefined}
      onClick={onClick}
    >
      <Icon size={22} aria-hidden="true" />
    </button>
  );
}
