import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { type ImportConflict, type ImportDetail, type ImportKind, importChosenMax } from "@shop/shared/catalog/import";
import { useState } from "react";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { Day } from "../../../ui/day.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { notify } from "../../../ui/notify.ts";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { ChangesList } from "./changes-list.tsx";
import { kindNames } from "./import-words.ts";

/** Restores what an import changed, with a choice for what others changed since. */
export function UndoPanel({ found }: { found: ImportDetail }) {
  const { _id: id, undoUntil } = found;
  const isOpen = undoUntil !== null && Date.parse(undoUntil) > Date.now();
  const conflicts = trpc.admin.imports.conflicts.useQuery({ id }, { enabled: isOpen });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { ask, dialog } = useConfirm();
  const utils = trpc.useUtils();
  const undo = trpc.admin.imports.undo.useMutation({
    onSuccess: () => utils.admin.imports.invalidate(),
    onError: (error) => notify.error(messageOf(error, "The import could not be undone")),
  });
  if (!isOpen) return null;
  const isReady = conflicts.data !== undefined && !undo.isPending;
  const start = async (isAll: boolean) => {
    const isSure = await ask({
      question: isAll ? "Undo this import and restore all?" : "Undo this import?",
      about: found.fileName,
      consequence: consequenceOf(found.kind, isAll),
      yes: isAll ? "Restore all" : "Undo",
      isDanger: true,
    });
    if (isSure) undo.mutate({ id, overwrite: isAll ? "all" : [...chosen] });
  };
  const toggle = (line: number) => {
    const next = new Set(chosen);
    if (!next.delete(line)) next.add(line);
    setChosen(next);
  };
  return (
    <AdminPanel title="Undo">
      <Stack gap="md" align="flex-start">
        <Text>
          Until <Day time={undoUntil} />. {staysOf[found.kind]}
        </Text>
        {conflicts.isError && (
          <ErrorAlert
            message={messageOf(conflicts.error, "Failed to load what has changed since")}
            onRetry={() => void conflicts.refetch()}
            isRetrying={conflicts.isFetching}
          />
        )}
        {conflicts.data !== undefined && conflicts.data.length > 0 && (
          <Conflicts kind={found.kind} conflicts={conflicts.data} chosen={chosen} onToggle={toggle} />
        )}
        <Group gap="sm">
          <Button
            variant="default"
            aria-disabled={!isReady || undefined}
            onClick={() => {
              if (isReady) void start(false);
            }}
          >
            Undo the import
          </Button>
          {conflicts.data?.some(({ isDeleted, isInUse }) => !isDeleted && !isInUse) && (
            <Button
              variant="default"
              aria-disabled={!isReady || undefined}
              onClick={() => {
                if (isReady) void start(true);
              }}
            >
              Restore all
            </Button>
          )}
        </Group>
      </Stack>
      {dialog}
    </AdminPanel>
  );
}

/** What an undo leaves as it is. */
const staysOf: Record<ImportKind, string> = {
  products: "What was sold stays sold.",
  customers: "Accounts that their customers use by now stay.",
  orders: "The shop’s own orders stay as they are.",
};

function consequenceOf(kind: ImportKind, isAll: boolean): string {
  const what = kind === "products" ? "Products" : kind === "customers" ? "Customers" : "Earlier orders";
  const changed = isAll ? "also where somebody changed them since, " : "";
  const stays = kind === "customers" ? "Accounts in use stay." : "Orders stay as they are.";
  return `${what} get their former values, ${changed}and those that it made leave the shop. ${stays}`;
}

type ConflictsProps = {
  kind: ImportKind;
  conflicts: ImportConflict[];
  chosen: ReadonlySet<number>;
  onToggle: (line: number) => void;
};

function Conflicts({ kind, conflicts, chosen, onToggle }: ConflictsProps) {
  return (
    <Stack gap="xs" w="100%">
      <Text>
        Somebody changed {kind === "customers" ? "or uses " : ""}these {kindNames[kind].many} since. They are left alone
        unless you choose them
        {conflicts.length === importChosenMax && `; there may be more than these ${importChosenMax}`}.
      </Text>
      <DividedList>
        {conflicts.map(({ line, name, changes, isDeleted, isInUse }) => (
          <Stack component="li" key={line} gap={4} px="md" py="sm">
            {isDeleted ? (
              <Text>{name} was deleted</Text>
            ) : isInUse ? (
              <Text>{name} uses the account, which stays</Text>
            ) : (
              <Checkbox label={`Restore ${name}`} checked={chosen.has(line)} onChange={() => onToggle(line)} />
            )}
            <ChangesList changes={changes} />
          </Stack>
        ))}
      </DividedList>
    </Stack>
  );
}
