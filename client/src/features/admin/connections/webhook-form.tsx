import "../../../ui/mantine-styles.ts";
import { Checkbox, SimpleGrid, TextInput } from "@mantine/core";
import { createEndpointSchema, type EndpointRecord, type EndpointWithSecret } from "@shop/shared/program/webhook";
import { webhookEventTypes, webhookEventWords } from "@shop/shared/program/webhook-events";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { notify } from "../../../ui/notify.ts";
import type { AsksFor } from "./asks-for.ts";

const tell = (error: unknown) => notify.error(messageOf(error, "The webhook was not saved. Please try again."));

type WebhookFormProps = {
  /** The webhook to change; a new one without it. */
  endpoint: EndpointRecord | null;
  isOpen: boolean;
  asksFor: AsksFor;
  onClose: () => void;
  /** `secret` is that of a new webhook. */
  onSaved: (saved: EndpointWithSecret | { endpoint: EndpointRecord; secret?: never }) => void;
};

type Values = { url: string; events: string[] };

/** Adds a webhook, or changes its address and its events. */
export function WebhookForm({ endpoint, isOpen, asksFor, onClose, onSaved }: WebhookFormProps) {
  const create = trpc.admin.webhooks.create.useMutation();
  const update = trpc.admin.webhooks.update.useMutation();
  const save = async (values: Values) => {
    const input = createEndpointSchema.parse(values);
    try {
      if (endpoint === null) return onSaved(await create.mutateAsync(input));
      const { _id: id, isEnabled, version } = endpoint;
      onSaved({ endpoint: await update.mutateAsync({ id, ...input, isEnabled, version }) });
    } catch (error) {
      // The form stays as it is until the password was entered, or the question was closed.
      asksFor(error, () => void save(values).catch(tell));
      throw error;
    }
  };
  const initialValues: Values = { url: endpoint?.url ?? "", events: endpoint?.events ?? [] };
  return (
    <FormDialog
      title={endpoint === null ? "Add a webhook" : "Change the webhook"}
      initialValues={initialValues}
      schema={createEndpointSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={save}
      saveLabel={endpoint === null ? "Add" : "Save"}
    >
      {(form) => (
        <>
          <TextInput
            label="Address"
            description="The program gets a POST request here for each event."
            inputWrapperOrder={["label", "input", "description", "error"]}
            placeholder="https://erp.example.com/hooks"
            type="url"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={500}
            required
            data-autofocus
            {...form.getInputProps("url")}
          />
          <Checkbox.Group label="Events" {...form.getInputProps("events")}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing={4} mt="xs">
              {webhookEventTypes.map((type) => (
                <Checkbox key={type} value={type} label={webhookEventWords[type]} description={type} py={6} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
        </>
      )}
    </FormDialog>
  );
}
