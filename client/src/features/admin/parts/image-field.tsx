import { FieldGroup } from "./field-group.tsx";
import "@mantine/core/styles/Progress.layer.css";
import { Button, FileButton, Flex, Progress, Stack, Text, TextInput, type TextInputProps } from "@mantine/core";
import { imageBytesMax } from "@shop/shared/shop";
import { IconPhotoPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { messageOf } from "../../../lib/request-failure.ts";
import { uploadImage } from "../../../lib/upload-image.ts";
import { notify } from "../../../ui/notify.ts";
import { ProductImage } from "../../../ui/product-image.tsx";
import classes from "./image-field.module.css";

type ImageFieldProps = {
  label: string;
  maxLength: number;
  alt: string;
  value?: string;
  onChange?: (address: string) => void;
  onFocus?: () => void;
  onBlur?: () => void;
  error?: ReactNode;
  /** More types of files, and what makes images of them. */
  drawings?: { types: string; toImage: (file: File) => Promise<File> };
  /** Whether images of other sites are refused. */
  isUploadOnly?: boolean;
};

/** The image of a product, brand or category with its preview: a file to upload, by drop or file dialog, or an address. */
export function ImageField({
  label,
  alt,
  value = "",
  onChange,
  error,
  drawings,
  isUploadOnly = false,
  ...field
}: ImageFieldProps) {
  const { start: send, cancel, share, preview } = useUpload((address) => onChange?.(address));
  const start = (file: File | undefined) => {
    if (file === undefined || drawings === undefined) return send(file);
    drawings.toImage(file).then(send, () => notify.error("This drawing could not be read"));
  };
  return (
    <FieldGroup legend={label}>
      <DropZone onDrop={start}>
        <ProductImage image={preview ?? value} alt={alt} sizes="160px" className={classes.image ?? ""} />
        {share === undefined ? (
          <FileChoice onChoose={start} types={drawings?.types} />
        ) : (
          <UploadProgress share={share} onCancel={cancel} />
        )}
      </DropZone>
      {isUploadOnly ? (
        <UploadState hasImage={value !== ""} error={error} onRemove={() => onChange?.("")} />
      ) : (
        <AddressField
          {...field}
          value={value}
          onChange={(event) => onChange?.(event.currentTarget.value)}
          error={error}
          disabled={share !== undefined}
        />
      )}
    </FieldGroup>
  );
}

/** What takes the place of an address that cannot be typed: why there must be an image, or how to be without it. */
function UploadState({ hasImage, error, onRemove }: { hasImage: boolean; error: ReactNode; onRemove: () => void }) {
  if (hasImage) {
    return (
      <Button variant="default" w="fit-content" onClick={onRemove}>
        Remove the image
      </Button>
    );
  }
  return (
    error !== undefined &&
    error !== null && (
      <Text role="alert" fz="sm" c="var(--shop-danger)">
        {error}
      </Text>
    )
  );
}

/** Folded away, because an upload fills it; unfolded when it is wrong. */
function AddressField({ error, ...field }: TextInputProps) {
  const fold = useRef<HTMLDetailsElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isWrong = error !== undefined && error !== null && error !== false;
  useEffect(() => {
    if (!isWrong || fold.current === null || fold.current.open) return;
    fold.current.open = true;
    // Folded, it could not take the focus as the first wrong field.
    if (input.current?.form?.querySelector("[aria-invalid=true]") === input.current) input.current?.focus();
  }, [isWrong]);
  return (
    <details ref={fold} className={classes.fold}>
      <summary className={classes.summary}>Image address</summary>
      <TextInput
        {...field}
        ref={input}
        aria-label="Image address"
        description="An image of a site that is new to this shop shows once it is saved and this page is loaded again."
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        error={error}
      />
    </details>
  );
}

function DropZone({ onDrop, children }: { onDrop: (file: File | undefined) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  return (
    <Flex
      className={classes.zone ?? ""}
      align="center"
      gap="md"
      p="sm"
      bd={isOver ? "1px solid var(--shop-link)" : "1px dashed var(--shop-edge)"}
      bdrs="md"
      bg={isOver ? "var(--shop-hover)" : "none"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer.files[0]);
      }}
    >
      {children}
    </Flex>
  );
}

function FileChoice({
  onChoose,
  types = "",
}: {
  onChoose: (file: File | undefined) => void;
  types?: string | undefined;
}) {
  const helpId = useId();
  const reset = useRef<() => void>(null);
  return (
    <Stack gap="sm" align="flex-start" miw={0}>
      <FileButton
        accept={`image/jpeg,image/png,image/webp,image/avif,image/gif${types}`}
        inputProps={{ "aria-label": "Picture file" }}
        resetRef={reset}
        onChange={(file) => {
          // The same file can be chosen again.
          reset.current?.();
          onChoose(file ?? undefined);
        }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconPhotoPlus size={18} aria-hidden="true" />}
            aria-describedby={helpId}
          >
            Choose a picture
          </Button>
        )}
      </FileButton>
      <Text id={helpId} fz="xs" c="dimmed">
        Or drop one here. JPEG, PNG, WebP, AVIF or GIF, at most {imageBytesMax / 1024 / 1024} MB.
      </Text>
    </Stack>
  );
}

/** `share` is between 0 and 1. */
function UploadProgress({ share, onCancel }: { share: number; onCancel: () => void }) {
  return (
    <Stack gap="sm" align="flex-start" flex={1}>
      <Text role="status">Uploading…</Text>
      <Progress w="100%" miw={128} value={share * 100} aria-label="Upload" />
      <Button variant="default" onClick={onCancel}>
        Cancel upload
      </Button>
    </Stack>
  );
}

/** The upload of an image: its progress, and the file as a preview meanwhile. */
function useUpload(onDone: (address: string) => void) {
  const [share, setShare] = useState<number>();
  const [preview, setPreview] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const upload = useMutation({
    mutationFn: ({ file, signal }: { file: File; signal: AbortSignal }) =>
      uploadImage(file, { signal, onProgress: setShare }),
  });

  // Leaving the screen aborts the upload.
  useEffect(() => () => running.current?.abort(), []);

  async function send(file: File) {
    const controller = new AbortController();
    running.current = controller;
    setShare(0);
    // A data URL, because the content security policy refuses blob URLs.
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
