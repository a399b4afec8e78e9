import { Button, FileButton, Text, TextInput } from "@mantine/core";
import type { ShownImage } from "@shop/shared/catalog/catalog";
import { altLength, imageBytesMax, moreImagesMax } from "@shop/shared/shop";
import { IconPhotoPlus } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { moved } from "../../../lib/moved.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { uploadImage } from "../../../lib/upload-image.ts";
import { notify } from "../../../ui/notify.ts";
import { ProductImage } from "../../../ui/product-image.tsx";
import { FieldGroup } from "../parts/field-group.tsx";
import classes from "./more-images.module.css";
import { addId, RowTools } from "./row-tools.tsx";

const listId = "more-images";

type MoreImagesProps = {
  label: string;
  images: ShownImage[];
  errorOf: (place: number) => ReactNode;
  onChange: (images: ShownImage[]) => void;
  /** Makes an image the first one of the product. */
  onFirst: (place: number) => void;
};

/** The images after the first one: several files at once, in an order that dragging or buttons change. */
export function MoreImages({ label, images, errorOf, onChange, onFirst }: MoreImagesProps) {
  const upload = useUploads(images, onChange);
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const move = (from: number, to: number) => onChange(moved(images, from, to));
  const dropOn = (place: number) => ({
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return;
      event.preventDefault();
      setOver(place);
    },
    onDrop: (event: DragEvent) => {
      if (dragged === undefined) return;
      event.preventDefault();
      move(dragged, place);
    },
  });
  return (
    <FieldGroup legend={label}>
      {images.length > 0 && (
        <ol className={classes.list}>
          {images.map(({ image, alt }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an image can be there twice
            <li key={place} className={classes.row} data-over={over === place || undefined} {...dropOn(place)}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same by keyboard */}
              <div
                className={classes.handle}
                draggable
                onDragStart={() => setDragged(place)}
                onDragEnd={() => {
                  setDragged(undefined);
                  setOver(undefined);
                }}
              >
                <ProductImage image={image} alt={alt} sizes="88px" className={classes.image ?? ""} />
              </div>
              <div>
                <TextInput
                  label={`What image ${place + 2} shows`}
                  autoComplete="off"
                  maxLength={altLength}
                  value={alt}
                  onChange={({ currentTarget: { value } }) =>
                    onChange(images.map((each, n) => (n === place ? { ...each, alt: value } : each)))
                  }
                  error={errorOf(place)}
                />
                <div className={classes.foot}>
                  <Button variant="default" size="xs" onClick={() => onFirst(place)}>
                    Make it the first
                  </Button>
                  <RowTools
                    listId={listId}
                    what={(n) => `image ${n + 2}`}
                    place={place}
                    count={images.length}
                    onMove={move}
                    onRemove={(n) => onChange(images.filter((_each, other) => other !== n))}
                  />
                </div>
              </div>
            </li>
          ))}
        </ol>
      )}
      <AddImages upload={upload} count={images.length} />
    </FieldGroup>
  );
}

function AddImages({ upload, count }: { upload: ReturnType<typeof useUploads>; count: number }) {
  const reset = useRef<() => void>(null);
  if (upload.left > 0) {
    return (
      <Text role="status">
        Uploading, {upload.left} {upload.left === 1 ? "picture" : "pictures"} left…
      </Text>
    );
  }
  if (count >= moreImagesMax) return <Text c="dimmed">A product can have {moreImagesMax + 1} images.</Text>;
  return (
    <FileButton
      multiple
      accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
      inputProps={{ "aria-label": "Files of further images" }}
      resetRef={reset}
      onChange={(files) => {
        reset.current?.();
        void upload.start(files);
      }}
    >
      {(props) => (
        <Button
          {...props}
          id={addId(listId)}
          variant="default"
          leftSection={<IconPhotoPlus size={18} aria-hidden="true" />}
        >
          Add pictures
        </Button>
      )}
    </FileButton>
  );
}

/** Uploads files one after the other; each is in the list as soon as it is stored. */
function useUploads(images: ShownImage[], onChange: (images: ShownImage[]) => void) {
  const [left, setLeft] = useState(0);
  const running = useRef<AbortController>(undefined);
  const latest = useRef({ images, onChange });
  latest.current = { images, onChange };
  // Leaving the screen aborts the uploads.
  useEffect(() => () => running.current?.abort(), []);

  async function start(files: File[]): Promise<void> {
    if (running.current !== undefined) return;
    const controller = new AbortController();
    running.current = controller;
    const chosen = files.slice(0, moreImagesMax - images.length);
    if (chosen.length < files.length) notify.error(`A product can have at most ${moreImagesMax + 1} images`);
    for (const [n, file] of chosen.entries()) {
      setLeft(chosen.length - n);
      try {
        if (file.size > imageBytesMax) throw new RangeError();
        const { image } = await uploadImage(file, { signal: controller.signal, onProgress: () => undefined });
        latest.current.onChange([...latest.current.images, { image, alt: "" }]);
      } catch (error) {
        if (controller.signal.aborted) break;
        const reason =
          error instanceof RangeError
            ? `A picture can have at most ${imageBytesMax / 1024 / 1024} MB`
            : messageOf(error, "An unknown error occurred");
        notify.error(`${file.name}: ${reason}`);
      }
    }
    running.current = undefined;
    setLeft(0);
  }
  return { left, start };
}
