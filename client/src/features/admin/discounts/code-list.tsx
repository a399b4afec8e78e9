import { Button, Group, NumberInput, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { addCodeSchema, type DiscountCode, generateCodesSchema } from "@shop/shared/discount/discount-schema";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { z } from "zod";
import { homePath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { notify } from "../../../ui/notify.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { Permitted } from "../parts/permitted.tsx";
import { numberProps } from "./gift-fields.tsx";

/** The codes by which customers use a discount. */
export function CodeList({ id }: { id: string }) {
  const [after, setAfter] = useState<string[]>([]);
  const last = after.at(-1);
  const list = trpc.admin.discounts.codes.useQuery(
    { id, ...(last === undefined ? {} : { after: last }) },
    cachedBriefly,
  );
  if (list.data === undefined) {
    return list.isError ? (
      <ErrorAlert
        message={messageOf(list.error, "Failed to load the codes")}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    ) : (
      <Skeleton height="12rem" />
    );
  }
  const { codes, hasMore } = list.data;
  const next = codes.at(-1)?.code;
  return (
    <AdminPanel title="Codes">
      <Permitted to="products.write">
        <CodeActions id={id} />
      </Permitted>
      {codes.length === 0 ? (
        <Text c="dimmed">No codes yet. The discount can be started once it has one.</Text>
      ) : (
        <DividedList>
          {codes.map((code) => (
            <CodeLine key={code.code} code={code} />
          ))}
        </DividedList>
      )}
      <Group>
        {after.length > 0 && (
          <Button variant="default" onClick={() => setAfter(after.slice(0, -1))}>
            Back
          </Button>
        )}
        {hasMore && next !== undefined && (
          <Button variant="default" onClick={() => setAfter([...after, next])}>
            More
          </Button>
        )}
        {codes.length > 0 && (
          <Button
            variant="default"
            component="a"
            href={`/api/discounts/${id}/codes.csv`}
            leftSection={<IconDownload size={18} aria-hidden="true" />}
          >
            All as CSV
          </Button>
        )}
      </Group>
    </AdminPanel>
  );
}

function CodeLine({ code: { code, uses, usesMax } }: { code: DiscountCode }) {
  return (
    <Group component="li" justify="space-between" gap="xs" py="xs">
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {code}
      </Text>
      <Group gap="xs">
        <Text c="dimmed" fz="sm">
          {usesMax === null ? `${uses} used` : `${uses} of ${usesMax} used`}
        </Text>
        <CopyButton value={linkOf(code)} name={`link with ${code}`} isIcon />
      </Group>
    </Group>
  );
}

/** A link that puts the code into the cart of who opens it. */
const linkOf = (code: string) => `${location.origin}${homePath}?${new URLSearchParams({ discount: code })}`;

const usesOrEmpty = z.union([z.literal("").transform(() => null), z.number()]).pipe(addCodeSchema.shape.usesMax);
const addForm = addCodeSchema.extend({ usesMax: usesOrEmpty });
const generateForm = generateCodesSchema.extend({
  count: z.union([z.literal("").transform(() => undefined), z.number()]).pipe(generateCodesSchema.shape.count),
  usesMax: usesOrEmpty,
});

function CodeActions({ id }: { id: string }) {
  const [open, setOpen] = useState<"add" | "generate" | null>(null);
  const utils = trpc.useUtils();
  const callbacks = {
    onSuccess: ({ message }: { message: string }) => {
      notify.withdrawErrors();
      notify.success(message);
      setOpen(null);
    },
    onSettled: () => void utils.admin.discounts.invalidate(),
  };
  const add = trpc.admin.discounts.addCode.useMutation(callbacks);
  const generate = trpc.admin.discounts.generateCodes.useMutation(callbacks);
  return (
    <Stack>
      <Group>
        <Button variant="default" onClick={() => setOpen("add")}>
          Add a code…
        </Button>
        <Button variant="default" onClick={() => setOpen("generate")}>
          Generate codes…
        </Button>
      </Group>
      <FormDialog
        title="Add a code"
        initialValues={{ code: "", usesMax: "" as number | "" }}
        schema={addForm}
        isOpen={open === "add"}
        onClose={() => setOpen(null)}
        onSave={({ code, usesMax }) => add.mutateAsync({ id, code, usesMax: usesMax === "" ? null : usesMax })}
        saveLabel="Add"
      >
        {(form) => (
          <>
            <TextInput
              label="Code"
              description="Letters, digits and dashes. Small letters are taken as capital ones."
              inputWrapperOrder={["label", "input", "description", "error"]}
              autoComplete="off"
              required
              data-autofocus
              {...form.getInputProps("code")}
            />
            <NumberInput
              {...numberProps}
              inputMode="numeric"
              label="How often it can be used"
              description="Empty: as often as the discount itself."
              inputWrapperOrder={["label", "input", "description", "error"]}
              {...form.getInputProps("usesMax")}
            />
          </>
        )}
      </FormDialog>
      <FormDialog
        title="Generate codes"
        initialValues={{ count: 100 as number | "", prefix: "", usesMax: 1 as number | "" }}
        schema={generateForm}
        isOpen={open === "generate"}
        onClose={() => setOpen(null)}
        onSave={({ count, prefix, usesMax }) =>
          generate.mutateAsync({ id, count: Number(count), prefix, usesMax: usesMax === "" ? null : usesMax })
        }
        saveLabel="Generate"
      >
        {(form) => (
          <SimpleGrid cols={1} verticalSpacing={20}>
            <NumberInput
              {...numberProps}
              inputMode="numeric"
              label="How many"
              required
              data-autofocus
              {...form.getInputProps("count")}
            />
            <TextInput
              label="They begin with"
              description="Such as VIP-. Ten letters and digits that nobody can guess follow."
              inputWrapperOrder={["label", "input", "description", "error"]}
              autoComplete="off"
              {...form.getInputProps("prefix")}
            />
            <NumberInput
              {...numberProps}
              inputMode="numeric"
              label="How often each can be used"
              {...form.getInputProps("usesMax")}
            />
          </SimpleGrid>
        )}
      </FormDialog>
    </Stack>
  );
}
