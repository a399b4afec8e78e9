import { Button, FileButton, Group, Text } from "@mantine/core";
import { imageBytesMax } from "@shop/shared/shop";
import { IconPhotoPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { messageOf } from "../../../lib/request-failure.ts";
import { uploadImage } from "../../../lib/upload-image.ts";
import { notify } from "../../../ui/notify.ts";

/** How long an upload may take, in milliseconds. */
const uploadMs = 60_000;

type InsertImageProps = {
  form: { getValues: () => { text: string }; setFieldValue: (field: "text", text: string) => void };
};

/** Uploads an image and puts it at the end of the text, where it can be moved and described. */
export function InsertImage({ form }: InsertImageProps) {
  const upload = useMutation({
    mutationFn: (file: File) =>
      uploadImage(file, { onProgress: () => undefined, signal: AbortSignal.timeout(uploadMs) }),
    onSuccess: ({ image }) => {
      const { text } = form.getValues();
      form.setFieldValue("text", `${text.trimEnd()}\n\n![What the image shows](${image})\n`);
      notify.success("The image is at the end of the text");
    },
    onError: (error) => notify.error(messageOf(error, "The image could not be uploaded")),
  });
  const choose = (file: File | null) => {
    if (file === null) return;
    if (file.size > imageBytesMax) notify.error("The image is larger than 5 MB");
    else upload.mutate(file);
  };
  return (
    <Group gap="sm">
      <FileButton accept="image/jpeg,image/png,image/webp,image/avif,image/gif" onChange={choose}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconPhotoPlus size={18} aria-hidden="true" />}
            aria-disabled={upload.isPending || undefined}
          >
            {upload.isPending ? "Uploading…" : "Add an image"}
          </Button>
        )}
      </FileButton>
      <Text fz="xs" c="dimmed">
        In a line of its own. Write between the brackets what it shows.
      </Text>
    </Group>
  );
}
