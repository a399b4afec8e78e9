import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/NumberInput.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { DiscountDetail, DiscountNames } from "@shop/shared/discount/discount-schema";
import { useRef } from "react";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { messageOf, toRequestFailure } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { EditFrame } from "../parts/edit-frame.tsx";
import { EditSkeleton } from "../parts/edit-skeleton.tsx";
import { FieldGroup } from "../parts/field-group.tsx";
import { OutcomePanel } from "../parts/rehearsal/outcome-panel.tsx";
import { RehearsalPanel } from "../parts/rehearsal/rehearsal-panel.tsx";
import type { Proposed } from "../parts/rehearsal/use-rehearsal.ts";
import { useNameSelected } from "../parts/use-create.ts";
import { useEditForm } from "../parts/use-edit-form.ts";
import { CodeList } from "./code-list.tsx";
import { ConditionFields } from "./condition-fields.tsx";
import {
  type DiscountFields,
  discountFieldsSchema,
  discountLabels as labels,
  toInput,
  toSaved,
} from "./discount-fields.ts";
import { StopButton } from "./discount-list.tsx";
import { shownWords, stateWords, usesWords } from "./discount-words.ts";
import { GiftFields } from "./gift-fields.tsx";
import { GoodsFields } from "./goods-fields.tsx";
import { LimitFields } from "./limit-fields.tsx";

/** The edit screen of a discount. */
export function DiscountEdit({ id }: { id: string }) {
  const detail = trpc.admin.discounts.byId.useQuery({ id }, cachedForEditing);
  const names = trpc.admin.discounts.names.useQuery({ id }, cachedForEditing);
  if (detail.data !== undefined && names.data !== undefined) {
    return <DiscountForm key={id} detail={detail.data} names={names.data} />;
  }
  const failed = detail.isError ? detail : names;
  if (!failed.isError) return <EditSkeleton fields={6} />;
  return (
    <ErrorAlert
      message={messageOf(failed.error, "Failed to load the discount")}
      onRetry={() => void failed.refetch()}
      isRetrying={failed.isFetching}
    />
  );
}

function DiscountForm({ detail, names }: { detail: DiscountDetail; names: DiscountNames }) {
  const { edit, dialog } = useDiscountForm(detail, names);
  const { form } = edit;
  const { needsCode } = form.getValues();
  const proposed: Proposed = {
    kind: "discount",
    id: detail._id,
    terms: toInput(form.getValues(), detail.version, false),
  };
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing={20} style={{ alignItems: "start" }}>
      <EditFrame edit={edit} labels={labels} isWide>
        <NameField form={form} />
        <GiftFields form={form} />
        <FieldGroup legend="For which goods">
          <GoodsFields form={form} />
        </FieldGroup>
        <FieldGroup legend="When it holds">
          <ConditionFields form={form} timeZone={detail.timeZone} id={detail._id} />
        </FieldGroup>
        <FieldGroup legend="Its limits">
          <LimitFields form={form} />
        </FieldGroup>
      </EditFrame>
      <Stack gap={20}>
        <StatePanel detail={detail} />
        {needsCode && <CodeList id={detail._id} />}
        <OutcomePanel asked={{ kind: "discount", id: detail._id }} />
        <RehearsalPanel
          propose={() => (form.validate().hasErrors ? null : proposed)}
          current={proposed}
          note={
            needsCode
              ? "It is as if everybody had entered the code, at any time."
              : "It is as if it had held all the time."
          }
        />
      </Stack>
      {dialog}
    </SimpleGrid>
  );
}

/** The form. Limits beyond those of the settings are asked about once more. */
function useDiscountForm(detail: DiscountDetail, names: DiscountNames) {
  const id = detail._id;
  const utils = trpc.useUtils();
  const { ask, dialog } = useConfirm();
  const isConfirmed = useRef(false);
  const save = trpc.admin.discounts.save.useMutation({
    onSuccess: (saved) => {
      utils.admin.discounts.byId.setData({ id }, saved);
      void utils.admin.discounts.list.invalidate();
    },
  });
  const readNames = () => utils.admin.discounts.names.fetch({ id }, { staleTime: 0 });
  const edit = useEditForm<DiscountFields>({
    saved: toSaved(detail, names),
    schema: discountFieldsSchema,
    save: async (fields, { version }) => {
      const stored = await save.mutateAsync({ id, ...toInput(fields, version, isConfirmed.current) });
      isConfirmed.current = false;
      return toSaved(stored, await readNames());
    },
    load: async () => toSaved(await utils.admin.discounts.byId.fetch({ id }, { staleTime: 0 }), await readNames()),
    lifts: (error, again) => {
      const consequence = beyondLimits(error);
      if (consequence === undefined) return false;
      void ask({ question: "Do you mean it?", consequence, yes: "Save", isDanger: true }).then((isYes) => {
        if (!isYes) return;
        isConfirmed.current = true;
        again();
      });
      return true;
    },
    done: "Discount saved",
    failure: "The discount could not be saved",
  });
  return { edit, dialog };
}

/** Why a save asks once more. */
function beyondLimits(error: unknown): string | undefined {
  const failure = toRequestFailure(error);
  if (failure === undefined || !("errors" in failure)) return undefined;
  const { errors } = failure;
  if (!errors.some(({ path }) => path === "isConfirmed")) return undefined;
  const reasons = errors
    .filter(({ path }) => path !== "isConfirmed")
    .map(({ path, message }) => `${nameOf(path)}: ${message}`);
  return reasons.join(" ");
}

const nameOf = (path: string) => (path === "limits.shareMax" ? labels.shareMax : labels.marginMin);

function NameField({ form }: { form: UseFormReturnType<DiscountFields> }) {
  const nameRef = useNameSelected();
  return (
    <>
      <TextInput
        ref={nameRef}
        label={labels.name}
        description="Customers read it wherever it makes something cheaper."
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="off"
        maxLength={80}
        required
        {...form.getInputProps("name")}
      />
      <Checkbox
        label={labels.needsCode}
        description="Otherwise it holds by itself."
        {...form.getInputProps("needsCode", { type: "checkbox" })}
      />
    </>
  );
}

function StatePanel({ detail }: { detail: DiscountDetail }) {
  const { words, tone } = stateWords[detail.state];
  return (
    <AdminPanel title="State" aside={<StopButton discount={detail} />}>
      <Group gap="md">
        <StatusDot tone={tone}>{words}</StatusDot>
        <Text>{usesWords({ ...detail, usesMax: detail.limits.usesMax })}</Text>
      </Group>
      {detail.state === "running" && (
        <Text c="dimmed" fz="sm">
          {shownWords(detail)}
        </Text>
      )}
      <Text c="dimmed" fz="sm">
        A stopped discount holds for no order that is not placed yet. Orders keep what they have.
      </Text>
    </AdminPanel>
  );
}
