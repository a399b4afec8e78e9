import "../../../ui/mantine-styles.ts";
import "@mantine/core/styles/Radio.layer.css";
import { Radio, Stack, Switch, TextInput } from "@mantine/core";
import { type Permission, permissions } from "@shop/shared/account/permissions";
import {
  type ApiKeyScope,
  apiKeyNameLength,
  type CreatedApiKey,
  createApiKeySchema,
} from "@shop/shared/program/api-key";
import { z } from "zod";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { notify } from "../../../ui/notify.ts";
import { PermissionChoice } from "../parts/permission-choice.tsx";
import type { AsksFor } from "./asks-for.ts";

/** What programs can do at all. */
const forPrograms: readonly Permission[] = [
  "orders.read",
  "orders.fulfil",
  "products.read",
  "products.write",
  "insights.read",
];

type Values = { name: string; scope: ApiKeyScope; isNarrow: boolean; permissions: Permission[] };

const initialValues: Values = { name: "", scope: "read", isNarrow: false, permissions: [] };

const formSchema = createApiKeySchema
  .extend({ isNarrow: z.boolean(), permissions: z.array(z.enum(permissions)) })
  .refine(({ isNarrow, permissions: chosen }) => !isNarrow || chosen.length > 0, {
    path: ["permissions"],
    error: "Choose what the key may do",
  });

const tell = (error: unknown) => notify.error(messageOf(error, "The key was not created. Please try again."));

type ApiKeyFormProps = {
  isOpen: boolean;
  asksFor: AsksFor;
  onClose: () => void;
  onCreated: (created: CreatedApiKey) => void;
};

/** Asks for the name of a new key, and what programs may do with it. */
export function ApiKeyForm({ isOpen, asksFor, onClose, onCreated }: ApiKeyFormProps) {
  const create = trpc.admin.apiKeys.create.useMutation();
  const save = async (values: Values) => {
    const { isNarrow, permissions: chosen, ...key } = values;
    const input = createApiKeySchema.parse(isNarrow ? { ...key, permissions: chosen } : key);
    try {
      onCreated(await create.mutateAsync(input));
    } catch (error) {
      // The form stays as it is until the password was entered, or the question was closed.
      asksFor(error, () => void save(values).catch(tell));
      throw error;
    }
  };
  return (
    <FormDialog
      title="Create an API key"
      initialValues={initialValues}
      schema={formSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={save}
      saveLabel="Create"
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            description="The program that will use it. The audit names what it does."
            inputWrapperOrder={["label", "input", "description", "error"]}
            placeholder="Warehouse"
            autoComplete="off"
            maxLength={apiKeyNameLength}
            required
            data-autofocus
            {...form.getInputProps("name")}
          />
          <Radio.Group label="It may" {...form.getInputProps("scope")}>
            <Stack gap="xs" mt="xs">
              <Radio
                value="read"
                label="Read"
                description="Products with their drafts, and orders with their customers."
              />
              <Radio
                value="write"
                label="Read and write"
                description="Also change products, brands and categories, and take the steps of orders. Never refunds, users or settings."
              />
            </Stack>
          </Radio.Group>
          <Switch
            label="Choose exactly what it may do"
            description="Otherwise it may do what your role permits, as far as programs may do it."
            {...form.getInputProps("isNarrow", { type: "checkbox" })}
          />
          {form.values.isNarrow && (
            <PermissionChoice
              label="Of what your role permits"
              offered={forPrograms}
              {...form.getInputProps("permissions")}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
