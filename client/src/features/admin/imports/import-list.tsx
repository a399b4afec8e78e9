import { Anchor, Button, FileButton, Group, Stack, Text, Title } from "@mantine/core";
import { type ImportSummary, importBytesMax } from "@shop/shared/catalog/import";
import { IconDownload, IconUpload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import { importPath } from "../../../lib/admin-paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { uploadImport } from "../../../lib/upload-import.ts";
import { Day } from "../../../ui/day.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { notify } from "../../../ui/notify.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { stateNames } from "./import-words.ts";

/** The start of an import, and the imports so far. */
export function ImportList() {
  const imports = trpc.admin.imports.list.useQuery(undefined, cachedBriefly);
  return (
    <>
      <UploadPanel />
      <ExportPanel />
      {imports.data !== undefined ? (
        <Imports rows={imports.data} />
      ) : imports.isError ? (
        <ErrorAlert
          message={messageOf(imports.error, "Failed to load imports")}
          onRetry={() => void imports.refetch()}
          isRetrying={imports.isFetching}
        />
      ) : (
        <div data-screen-coming>
          <Skeleton height="16rem" />
        </div>
      )}
    </>
  );
}

function UploadPanel() {
  const navigate = useNavigate();
  const reset = useRef<() => void>(null);
  const utils = trpc.useUtils();
  const upload = useMutation({
    mutationFn: uploadImport,
    onSuccess: async (id) => {
      void utils.admin.imports.list.invalidate();
      await navigate(importPath(id));
    },
    onError: (error) => notify.error(messageOf(error, "The file could not be sent")),
  });
  return (
    <AdminPanel title="Import a file">
      <Stack gap="sm" align="flex-start">
        <Text maw="42rem">
          A CSV file of products, customers or orders: from a spreadsheet, from another shop such as Shopify or
          WooCommerce, or an export of this one. You see what would change before anything does, and can undo an import
          for thirty days.
        </Text>
        <FileButton
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          inputProps={{ "aria-label": "File to import" }}
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
              leftSection={<IconUpload size={18} aria-hidden="true" />}
              aria-disabled={upload.isPending || undefined}
            >
              {upload.isPending ? "Sending…" : "Choose a file"}
            </Button>
          )}
        </FileButton>
        <Text fz="sm" c="dimmed">
          At most {importBytesMax / 1024 / 1024} MB and 100,000 rows.
        </Text>
      </Stack>
    </AdminPanel>
  );
}

const exported = [
  { what: "Products", path: "products", text: "With their options, images and codes, drafts included." },
  { what: "Customers", path: "users", text: "With their default addresses. Passwords stay here." },
  { what: "Orders", path: "orders", text: "With their lines, amounts and states, those of a former shop included." },
];

/** The rows for a spreadsheet have no line items. */
const orderFormats = [
  { label: "For a spreadsheet", format: "own" },
  { label: "For this shop", format: "lines" },
];

const formats = [
  { label: "For this shop or a spreadsheet", format: "own" },
  { label: "For Shopify", format: "shopify" },
  { label: "For WooCommerce", format: "woocommerce" },
];

/** All that the shop has, for a spreadsheet or another shop. */
function ExportPanel() {
  return (
    <AdminPanel title="Export">
      <Stack gap="lg">
        {exported.map(({ what, path, text }) => (
          <Stack key={path} gap="xs" component="section" aria-label={`Export ${what.toLowerCase()}`}>
            <Title order={3} fz="sm">
              {what}
            </Title>
            <Text fz="sm" c="dimmed">
              {text}
            </Text>
            <Group gap="sm">
              {[...(path === "orders" ? [...orderFormats, ...formats.slice(1)] : formats)].map(({ label, format }) => (
                <Button
                  key={format}
                  component="a"
                  href={`/api/${path}.csv?format=${format}`}
                  download
                  variant="default"
                  leftSection={<IconDownload size={18} aria-hidden="true" />}
                >
                  {label}
                </Button>
              ))}
            </Group>
          </Stack>
        ))}
      </Stack>
    </AdminPanel>
  );
}

function Imports({ rows }: { rows: ImportSummary[] }) {
  if (rows.length === 0) return <EmptyState text="No imports yet" help="The files that you import are listed here." />;
  return (
    <AdminPanel title="Imports">
      <DividedList>
        {rows.map((row) => (
          <Group component="li" key={row._id} justify="space-between" px="md" py="sm" gap="xs">
            <Stack gap={2} miw={0} style={{ overflowWrap: "anywhere" }}>
              <Anchor component={PrefetchLink} to={importPath(row._id)} fw={600}>
                {row.fileName}
              </Anchor>
              <Text fz="sm" c="dimmed">
                <Day time={row.createdAt} /> by {row.by}
              </Text>
            </Stack>
            <StatusDot tone={stateNames[row.state].tone}>{stateNames[row.state].text}</StatusDot>
          </Group>
        ))}
      </DividedList>
    </AdminPanel>
  );
}
