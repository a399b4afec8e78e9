import { Button, FileButton, Stack, Text } from "@mantine/core";
import { type ImportDetail, importArchiveBytesMax } from "@shop/shared/catalog/import";
import { IconFileZip } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { uploadImportImages } from "../../../lib/upload-import.ts";
import { notify } from "../../../ui/notify.ts";
import { AdminPanel } from "../parts/admin-panel.tsx";

/** The ZIP of images that the file names, which can be sent until the import begins. */
export function ArchivePanel({ found: { _id: id, archive } }: { found: ImportDetail }) {
  const reset = useRef<() => void>(null);
  const utils = trpc.useUtils();
  const upload = useMutation({
    mutationFn: (file: File) => uploadImportImages(id, file),
    onSuccess: async () => {
      await utils.admin.imports.invalidate();
      notify.success("The images are there. Please check the file now.");
    },
    onError: (error) => notify.error(messageOf(error, "The images could not be sent")),
  });
  return (
    <AdminPanel title="Images">
      <Stack gap="sm" align="flex-start">
        <Text role="status" style={{ overflowWrap: "anywhere" }}>
          {archive === null
            ? "Images can be addresses in the file, or files in a ZIP that the image column names, such as oak-table.jpg."
            : `${archive.fileName} has ${archive.images.toLocaleString("en-US")} ${archive.images === 1 ? "file" : "files"}.`}
        </Text>
        <FileButton
          accept=".zip,application/zip"
          inputProps={{ "aria-label": "ZIP of images" }}
          resetRef={reset}
          onChange={(file) => {
            // The same file can be chosen again.
            reset.current?.();
            if (file !== null && !upload.isPending) upload.mutate(file);
          }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconFileZip size={18} aria-hidden="true" />}
              aria-disabled={upload.isPending || undefined}
            >
              {upload.isPending ? "Sending…" : archive === null ? "Add a ZIP of images" : "Send another ZIP"}
            </Button>
          )}
        </FileButton>
        <Text fz="sm" c="dimmed">
          At most {importArchiveBytesMax / 1024 / 1024} MB, and 5 MB for each image.
        </Text>
      </Stack>
    </AdminPanel>
  );
}
