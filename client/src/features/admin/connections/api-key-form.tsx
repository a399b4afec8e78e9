import "../../../ui/mantine-styles.ts";
import "@mantine/core/styles/Radio.layer.css";
import { Radio, Stack, TextInput } from "@mantine/core";
import { apiKeyNameLength, type CreatedApiKey, createApiKeySchema } from "@shop/shared/program/api-key";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { notify } from "../../../ui/notify.ts";
import type { AsksFor } from "./asks-for.ts";

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
  const save = async (values: { name: string; scope: string }) => {
    const input = createApiKeySchema.parse(values);
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
      initialValues={{ name: "", scope: "read" }}
      schema={createApiKeySchema}
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
        </>
      )}
    </FormDialog>
  );
}
