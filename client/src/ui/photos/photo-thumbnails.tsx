import { imageAt } from "@shop/shared/catalog/image";
import { useState } from "react";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { missingPart } from "../missing-part.tsx";
import classes from "./photo-thumbnails.module.css";

// Lazy, because few look at a photo in full.
const ImageViewer = lazyPart(
  "image-viewer",
  () => import("../image-viewer/image-viewer.tsx").then((viewer) => viewer.ImageViewer),
  { failed: missingPart("The photo could not be shown in full.") },
);

/** A photo, and who took it. */
type TakenPhoto = { image: string; by: string };

/** The photos of a person as thumbnails, each of which opens in full. Without scripts each is a link to its file. */
export function PhotoThumbnails({ photos, name }: { photos: readonly string[]; name: string }) {
  return <Thumbnails photos={photos.map((image) => ({ image, by: name }))} label={`Photos by ${name}`} />;
}

type ThumbnailsProps = { photos: readonly TakenPhoto[]; label: string; isLarge?: boolean };

/** The same for photos of several persons. */
export function Thumbnails({ photos, label, isLarge = false }: ThumbnailsProps) {
  const [shown, setShown] = useState<number>();
  if (photos.length === 0) return null;
  return (
    <>
      <ul className={classes.photos} data-large={isLarge || undefined} aria-label={label}>
        {photos.map(({ image, by }, place) => (
          <li key={image}>
            <a
              className={classes.open}
              href={image}
              aria-haspopup="dialog"
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
                event.preventDefault();
                setShown(place);
              }}
              onPointerEnter={ImageViewer.preload}
              onFocus={ImageViewer.preload}
            >
              <img
                className={classes.photo}
                src={imageAt(image, isLarge ? 320 : 160)}
                alt={`${place + 1} of ${photos.length} by ${by}`}
                width={160}
                height={160}
                loading="lazy"
                decoding="async"
              />
            </a>
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <ImageViewer
          labels={{
            dialog: label,
            close: "Close photos",
            item: "Photo",
            previous: "Previous photo",
            next: "Next photo",
          }}
          images={photos.map(({ image, by }) => ({ image, alt: `Photo by ${by}` }))}
          start={shown}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}
