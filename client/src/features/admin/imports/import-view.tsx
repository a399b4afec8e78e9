import "@mantine/core/styles/Progress.layer.css";
import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { type ImportDetail, type ImportState, workingImportStates } from "@shop/shared/catalog/import";
import { useNavigate } from "react-router-dom";
import { importListPath } from "../../../lib/admin-paths.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Day } from "../../../ui/day.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { notify } from "../../../ui/notify.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { ArchivePanel } from "./archive-panel.tsx";
import { ImportImages } from "./import-images.tsx";
import { ImportRows } from "./import-rows.tsx";
import { countedName, formatName, stateNames } from "./import-words.ts";
import { InvitationPanel } from "./invitation-panel.tsx";
import { MappingForm } from "./mapping-form.tsx";
import { UndoPanel } from "./undo-panel.tsx";

const pollMs = 1_000;
const working: readonly ImportState[] = workingImportStates;

/** One import: its columns, what it would do or did, and its undo. */
export function ImportView({ id }: { id: string }) {
  const found = trpc.admin.imports.byId.useQuery(
    { id },
    {
      refetchInterval: ({ state: { data } }) =>
        data !== undefined && (working.includes(data.state) || data.images.waiting > 0 || data.invitations.isUnderWay)
          ? pollMs
          : false,
    },
  );
  if (found.data !== undefined) return <Import found={found.data} />;
  if (found.isError) {
    return (
      <ErrorAlert
        message={messageOf(found.error, "Failed to load the import")}
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
      />
    );
  }
  return (
    <div data-screen-coming>
      <Skeleton height="24rem" />
    </div>
  );
}

function Import({ found }: { found: ImportDetail }) {
  const { state, problem, hint, encoding, delimiter } = found;
  const isWorking = working.includes(state);
  const hasRows = ["checked", "applied", "undone"].includes(state);
  return (
    <Stack gap={20}>
      <Head found={found} />
      {problem !== "" && <ErrorAlert message={problem} />}
      {isWorking && <WorkPanel found={found} />}
      {hint !== "" && !isWorking && <Text role="status">{hint}</Text>}
      {hasRows && <ImportRows found={found} />}
      {(state === "uploaded" || state === "checked") && found.kind === "products" && found.hasFile && (
        <ArchivePanel found={found} />
      )}
      {(state === "uploaded" || state === "checked") && (
        <MappingForm key={`${state} ${found.kind} ${encoding} ${delimiter}`} found={found} />
      )}
      {state === "applied" && <ImportImages found={found} />}
      {state === "applied" && found.kind === "customers" && <InvitationPanel found={found} />}
      {state === "applied" && <UndoPanel found={found} />}
    </Stack>
  );
}

function Head({ found }: { found: ImportDetail }) {
  const { fileName, kind, state, by, createdAt, leftAlone } = found;
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={2} miw={0} style={{ overflowWrap: "anywhere" }}>
        <Text component="h2" fz="lg" fw={600}>
          {fileName}
        </Text>
        <Text fz="sm" c="dimmed">
          Sent by {by} on <Day time={createdAt} />. {(state === "uploaded" || state === "checked") && formatName(found)}
        </Text>
        {state === "undone" && leftAlone > 0 && (
          <Text fz="sm">
            {countedName(kind, leftAlone)} {leftAlone === 1 ? "was" : "were"} left alone, because somebody changed
            {kind === "customers" && " or uses"} them since.
          </Text>
        )}
      </Stack>
      <Group gap="sm">
        <StatusDot tone={stateNames[state].tone}>{stateNames[state].text}</StatusDot>
        {["uploaded", "checked", "failed"].includes(state) && <Discard id={found._id} />}
      </Group>
    </Group>
  );
}

function Discard({ id }: { id: string }) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const discard = trpc.admin.imports.discard.useMutation({
    onSuccess: async ({ message }) => {
      notify.success(message);
      await navigate(importListPath);
      void utils.admin.imports.invalidate();
    },
    onError: (error) => notify.error(messageOf(error, "The import could not be discarded")),
  });
  return (
    <Button variant="default" aria-disabled={discard.isPending || undefined} onClick={() => discard.mutate({ id })}>
      Discard
    </Button>
  );
}

function WorkPanel({ found: { state, percent } }: { found: ImportDetail }) {
  const text = stateNames[state].text;
  return (
    <AdminPanel title={text}>
      <Stack gap="sm">
        <Progress value={percent} aria-label={text} size="lg" />
        <Text role="status">{percent} percent. You can leave this page; the work goes on.</Text>
      </Stack>
    </AdminPanel>
  );
}
