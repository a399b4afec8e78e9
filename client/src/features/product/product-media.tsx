import type { ShownImage, ShownVideo } from "@shop/shared/catalog/catalog";
import { hasOwnImage, imageAt, imageSet, productImageSizes } from "@shop/shared/catalog/image";
import { IconArrowsMaximize, IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { lazyPart, type PartFailure } from "../../lib/lazy-part.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./product-media.module.css";

const ImageViewer = lazyPart(
  "image-viewer",
  () => import("../../ui/image-viewer/image-viewer.tsx").then((viewer) => viewer.ImageViewer),
  { failed: MissingViewer },
);

// Lazy, because few products have a video.
const ProductVideo = lazyPart("product-video", () => import("./product-video.tsx").then((part) => part.ProductVideo), {
  failed: MissingVideo,
});

type ProductMediaProps = {
  name: string;
  category: string;
  image: string;
  /** All images, the first one included. */
  images?: ShownImage[] | undefined;
  videos?: ShownVideo[] | undefined;
};

/** An image of the gallery. `film` is what plays in its place. */
type Entry = ShownImage & { film?: ShownVideo };

/**
 * The images of a product and then its videos: a strip that is swiped or scrolled, with a link to each beside it. A click
 * opens an image over the whole screen, and plays a video in its place. Images after the first load when the strip is
 * touched, so that the first one is alone on the line; videos when they are played.
 */
export function ProductMedia({ name, category, image, images = [], videos = [] }: ProductMediaProps) {
  const shown = (images.length > 0 ? images : [{ image, alt: "" }]).map((each) => ({ ...each, alt: each.alt || name }));
  const all: Entry[] = [
    ...shown,
    ...videos.map((film) => ({ image: film.poster || (shown[0]?.image ?? ""), alt: film.alt || name, film })),
  ];
  const { strip, current, isAwake, wake, show, onScroll } = useStrip(all.length);
  const [isOpen, setOpen] = useState(false);
  const isGallery = all.length > 1;

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    // In a video that plays, the keys go back and forth in it.
    if (step === undefined || !isGallery || isOpen || event.target instanceof HTMLVideoElement) return;
    event.preventDefault();
    show(current + step);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the links and buttons inside
    <div
      className={classes.media}
      data-gallery={isGallery || undefined}
      {...(isGallery
        ? { role: "group", "aria-label": videos.length > 0 ? "Images and videos" : "Images", onKeyDown }
        : {})}
      onPointerEnter={wake}
      onTouchStart={wake}
      onFocus={wake}
    >
      <div className={classes.panel}>
        <div ref={strip} className={classes.strip} onScroll={onScroll}>
          {all.map(({ film, ...each }, place) =>
            film === undefined ? (
              <Slide
                key={each.image}
                {...each}
                of={{ name, category }}
                isFirst={place === 0}
                isShown={place === current}
                isLoaded={place === 0 || isAwake}
                onOpen={() => setOpen(true)}
              />
            ) : (
              <div key={film.video} className={classes.slide} inert={place !== current}>
                {isAwake && <ProductVideo {...each} film={film} isShown={place === current} />}
              </div>
            ),
          )}
        </div>
        {isGallery && <Steps current={current} count={all.length} onShow={show} />}
        {isOpen && (
          <ImageViewer
            labels={{
              dialog: `${name}, full size`,
              close: "Close full size",
              item: "Image",
              previous: "Previous image",
              next: "Next image",
            }}
            images={shown}
            start={current}
            onClose={(place) => {
              flushSync(() => {
                setOpen(false);
                show(place);
              });
              // The one that opened it cannot have the focus any more if another image is shown.
              strip.current?.children[place]?.querySelector("button")?.focus({ preventScroll: true });
            }}
          />
        )}
      </div>
      {isGallery && <ImageLinks entries={all} of={{ name, category }} current={current} onShow={show} />}
      {isGallery && (
        <VisuallyHidden>
          <span role="status">{isAwake && nameOf(all, current)}</span>
        </VisuallyHidden>
      )}
    </div>
  );
}

/** Which image the strip shows. `wake` loads all of them. */
function useStrip(count: number) {
  const strip = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [isAwake, setAwake] = useState(false);
  const wake = () => setAwake(true);
  return {
    strip,
    current,
    isAwake,
    wake,
    show: (place: number) => {
      if (place < 0 || place >= count) return;
      wake();
      setCurrent(place);
      const element = strip.current;
      if (element !== null) element.scrollLeft = place * element.clientWidth;
    },
    onScroll: () => {
      const { scrollLeft = 0, clientWidth = 0 } = strip.current ?? {};
      if (clientWidth > 0) setCurrent(Math.min(count - 1, Math.round(scrollLeft / clientWidth)));
    },
  };
}

type SlideProps = ShownImage & {
  of: { name: string; category: string };
  isFirst: boolean;
  isShown: boolean;
  isLoaded: boolean;
  onOpen: () => void;
};

/** One image over a blurred glow of its own colours. */
function Slide({ image, alt, of, isFirst, isShown, isLoaded, onOpen }: SlideProps) {
  const isLit = imageSet(image) !== undefined;
  const glow = isLit && isLoaded ? { backgroundImage: `url("${imageAt(image, 32)}")` } : undefined;
  const shown = isLoaded && (
    <ProductImage
      image={image}
      alt={alt}
      sizes={productImageSizes}
      priority={isFirst}
      isEager
      of={of}
      className={classes.image ?? ""}
    />
  );
  return (
    <div className={classes.slide} data-lit={isLit || undefined} inert={!isShown}>
      {glow && <span className={classes.glow} style={glow} />}
      {!hasOwnImage(image) ? (
        shown
      ) : (
        <button
          type="button"
          className={classes.open}
          aria-haspopup="dialog"
          onClick={onOpen}
          onPointerEnter={ImageViewer.preload}
          onFocus={ImageViewer.preload}
        >
          {shown}
          <span className={classes.hint}>
            <IconArrowsMaximize size={18} aria-hidden="true" />
          </span>
          <VisuallyHidden>Show at full size</VisuallyHidden>
        </button>
      )}
    </div>
  );
}

/** What an entry is called. */
function nameOf(entries: readonly Entry[], place: number): string {
  const entry = entries[place];
  return `${entry?.film === undefined ? "Image" : "Video"} ${place + 1} of ${entries.length}: ${entry?.alt}`;
}

type StepsProps = { current: number; count: number; onShow: (place: number) => void };

function Steps({ current, count, onShow }: StepsProps) {
  const step = (label: string, place: number, icon: typeof IconChevronLeft) => {
    const Icon = icon;
    return (
      <button
        type="button"
        className={classes.step}
        aria-label={label}
        // Not `disabled`, so that the focus stays.
        aria-disabled={place < 0 || place >= count || undefined}
        onClick={() => onShow(place)}
      >
        <Icon size={22} aria-hidden="true" />
      </button>
    );
  };
  return (
    <div className={classes.steps}>
      {step("Previous image", current - 1, IconChevronLeft)}
      {step("Next image", current + 1, IconChevronRight)}
    </div>
  );
}

type ImageLinksProps = Pick<SlideProps, "of"> & {
  entries: readonly Entry[];
  current: number;
  onShow: (place: number) => void;
};

/** A link to each image, for browsers without scripts too: small images on wide screens, dots on phones. */
function ImageLinks({ entries, of, current, onShow }: ImageLinksProps) {
  const choose = (event: MouseEvent, place: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onShow(place);
  };
  return (
    <ul className={classes.links}>
      {entries.map(({ image, film }, place) => (
        <li key={film?.video ?? image}>
          <a
            href={film?.video ?? image}
            className={classes.link}
            data-film={film !== undefined || undefined}
            aria-label={nameOf(entries, place)}
            aria-current={place === current || undefined}
            onClick={(event) => choose(event, place)}
          >
            <ProductImage image={image} alt="" sizes="72px" of={of} className={classes.small ?? ""} />
          </a>
        </li>
      ))}
    </ul>
  );
}

function MissingViewer({ onRetry, isRetrying }: PartFailure) {
  return (
    <div className={classes.missing}>
      <ErrorAlert message="The image could not be shown at full size." onRetry={onRetry} isRetrying={isRetrying} />
    </div>
  );
}

function MissingVideo({ onRetry, isRetrying }: PartFailure) {
  return (
    <div className={classes.missing}>
      <ErrorAlert message="The video could not be loaded." onRetry={onRetry} isRetrying={isRetrying} />
    </div>
  );
}
