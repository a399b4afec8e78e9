import { Button, FileButton } from "@mantine/core";
import { imageAt } from "@shop/shared/catalog/image";
import { imageBytesMax } from "@shop/shared/shop";
import { IconPhotoPlus, IconX } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { messageOf } from "../../lib/request-failure.ts";
import { uploadImage } from "../../lib/upload-image.ts";
import { notify } from "../notify.ts";
import classes from "./photo-field.module.css";

type PhotoFieldProps = {
  /** What the photos belong to. */
  of: "review" | "return";
  max: number;
  photos: readonly string[];
  onChange: (photos: readonly string[]) => void;
  /** Called with whether uploads are in progress. */
  onBusy: (isBusy: boolean) => void;
};

/** The photos of a review or a return: thumbnails that can be removed, and a button to add some. */
export function PhotoField({ of, max, photos, onChange, onBusy }: PhotoFieldProps) {
  const helpId = useId();
  const [left, setLeft] = useState(0);
  const reset = useRef<() => void>(null);
  const add = useRef<HTMLButtonElement>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  async function upload(files: readonly File[]) {
    const { signal } = leaving.current;
    const wanted = files.slice(0, max - photos.length);
    if (wanted.length < files.length) notify.error(`A ${of} can have at most ${max} photos`);
    let added = photos;
    onBusy(true);
    for (const [place, file] of wanted.entries()) {
      setLeft(wanted.length - place);
      const image = await send(file, signal);
      if (signal.aborted) return;
      if (image === undefined) continue;
      added = [...added, image];
      onChange(added);
    }
    setLeft(0);
    onBusy(false);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the library's fieldset has a frame of its own
    <div role="group" aria-label="Photos">
      {photos.length > 0 && (
        <ul className={classes.photos}>
          {photos.map((photo, place) => (
            <li key={photo} className={classes.item}>
              <img
                className={classes.photo}
                src={imageAt(photo, 160)}
                alt={`${place + 1} of your ${of}`}
                width={72}
                height={72}
              />
              <button
                type="button"
                className={classes.remove}
                aria-label={`Remove photo ${place + 1}`}
                disabled={left > 0}
                onClick={() => {
                  onChange(photos.filter((each) => each !== photo));
                  add.current?.focus();
                }}
              >
                <IconX size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <FileButton
        multiple
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        inputProps={{ "aria-label": "Photo files" }}
        resetRef={reset}
        onChange={(files) => {
          // The same file can be chosen again.
          reset.current?.();
          if (files.length > 0) void upload(files);
        }}
      >
        {(props) => (
          <Button
            {...props}
            ref={add}
            fullWidth
            variant="default"
            disabled={photos.length >= max}
            aria-disabled={left > 0 || undefined}
            leftSection={<IconPhotoPlus size={18} aria-hidden="true" />}
            aria-describedby={helpId}
          >
            {left > 0 ? "Uploading…" : "Add photos"}
          </Button>
        )}
      </FileButton>
      <p id={helpId} className={classes.help} role="status">
        {left > 0
          ? `${left} of your photos ${left === 1 ? "is" : "are"} on the way`
          : `Up to ${max}, at most ${imageBytesMax / 1024 / 1024} MB each. We remove where and when they were taken.`}
      </p>
    </div>
  );
}

/** The address of an uploaded photo; `undefined` if it was refused. */
async function send(file: File, signal: AbortSignal): Promise<string | undefined> {
  if (file.size > imageBytesMax) {
    notify.error(`${file.name}: a photo can have at most ${imageBytesMax / 1024 / 1024} MB`);
    return undefined;
  }
  try {
    const path = "/api/reviews/photos";
    return (await uploadImage(file, { path, signal, onProgress: () => undefined })).image;
  } catch (error) {
    if (!signal.aborted) notify.error(`${file.name}: ${messageOf(error, "the photo was not uploaded")}`);
    return undefined;
  }
}
