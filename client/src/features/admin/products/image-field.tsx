import "@mantine/core/styles/Input.layer.css";
import { Button, TextInput } from "@mantine/core";
import { imageBytesMax } from "@shop/shared/shop";
import { IconPhotoPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { messageOf } from "../../../lib/request-failure.ts";
import { uploadImage } from "../../../lib/upload-image.ts";
import { notify } from "../../../ui/notify.ts";
import { ProductImage } from "../../../ui/product-image.tsx";
import classes from "./image-field.module.css";

type ImageFieldProps = {
  label: string;
  maxLength: number;
  productName: string;
  value?: string;
  onChange?: (address: string) => void;
  onFocus?: () => void;
  onBlur?: () => void;
  error?: ReactNode;
};

/**
 * A product's picture: shown as it will be, replaced by a file that is dropped
 * or chosen, or by an address. A file shows at once, while it is on its way.
 */
export function ImageField({ label, productName, value = "", onChange, error, ...field }: ImageFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const helpId = useId();
  const [isOver, setOver] = useState(false);
  const { start, cancel, share, preview } = useUpload((address) => onChange?.(address));
  const isBusy = share !== undefined;

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    start(event.dataTransfer.files[0]);
  }

  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>{label}</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button below does the same */}
      <div
        className={classes.zone}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <ProductImage image={preview ?? value} alt={productName} sizes="160px" className={classes.image ?? ""} />
        <div className={classes.side}>
          {isBusy ? (
            <>
              <p role="status">Uploading…</p>
              <progress className={classes.progress} value={share} max={1} aria-label="Upload" />
              <Button variant="default" onClick={cancel}>
                Cancel upload
              </Button>
            </>
          ) : (
            <>
              <Button
                variant="default"
                leftSection={<IconPhotoPlus size={18} aria-hidden="true" />}
                aria-describedby={helpId}
                onClick={() => input.current?.click()}
              >
                Choose a picture
              </Button>
              <p id={helpId} className={classes.help}>
                Or drop one here. JPEG, PNG, WebP, AVIF or GIF, at most {imageBytesMax / 1024 / 1024} MB.
              </p>
            </>
          )}
          <input
            ref={input}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
            hidden
            aria-label="Picture file"
            onChange={(event) => {
              start(event.currentTarget.files?.[0]);
              // The same file may be chosen again.
              event.currentTarget.value = "";
            }}
          />
        </div>
      </div>
      <TextInput
        {...field}
        label="Image address"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange?.(event.currentTarget.value)}
        error={error}
        disabled={isBusy}
      />
    </fieldset>
  );
}

/** An upload under way: how far it is, and the file itself to look at meanwhile. */
function useUpload(onDone: (address: string) => void) {
  const [share, setShare] = useState<number>();
  const [preview, setPreview] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const upload = useMutation({
    mutationFn: ({ file, signal }: { file: File; signal: AbortSignal }) =>
      uploadImage(file, { signal, onProgress: setShare }),
  });

  // A screen that goes takes its upload along.
  useEffect(() => () => running.current?.abort(), []);

  async function send(file: File) {
    const controller = new AbortController();
    running.current = controller;
    setShare(0);
    // As data: pages may show nothing else that is not the shop's own.
    const reader = new FileReader();
    reader.onload = () => {
      if (running.current === controller && typeof reader.result === "string") setPreview(reader.result);
    };
    reader.readAsDataURL(file);
    try {
      const { message, image } = await upload.mutateAsync({ file, signal: controller.signal });
      notify.withdrawErrors();
      notify.success(message);
      onDone(image);
    } catch (error) {
      if (!controller.signal.aborted) notify.error(messageOf(error, "An unknown error occurred"));
    } finally {
      if (running.current === controller) {
        running.current = undefined;
        setShare(undefined);
        setPreview(undefined);
      }
    }
  }

  return {
    share,
    preview,
    start: (file: File | undefined) => {
      if (file === undefined || running.current !== undefined) return;
      if (file.size > imageBytesMax) notify.error(`A picture can have at most ${imageBytesMax / 1024 / 1024} MB`);
      else void send(file);
    },
    cancel: () => running.current?.abort(),
  };
}
