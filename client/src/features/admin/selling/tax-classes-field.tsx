import { ActionIcon, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { standardTaxClass, zeroTaxClass } from "@shop/shared/terms-of-sale/terms-of-sale";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { FieldGroup } from "../parts/field-group.tsx";
import type { EditForm } from "../parts/use-edit-form.ts";
import { newId } from "./new-id.ts";
import type { TaxValues } from "./tax-values.ts";

/** The classes of products that are taxed alike. */
export function TaxClassesField({ form }: { form: EditForm<TaxValues>["form"] }) {
  const { taxClasses } = form.getValues();
  return (
    <FieldGroup legend="Tax classes">
      <Text c="dimmed" mb="xs">
        Each product is in one of these classes. You choose it on the page of the product.
      </Text>
      <Stack gap="xs">
        {taxClasses.map(({ id, name }, n) => (
          <Group key={id} gap="xs" wrap="nowrap" align="start">
            <TextInput
              flex={1}
              maw={320}
              aria-label={`Name of class ${n + 1}`}
              autoComplete="off"
              {...form.getInputProps(`taxClasses.${n}.name`)}
            />
            {id !== standardTaxClass && id !== zeroTaxClass && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                aria-label={`Remove the class ${name}`}
                onClick={() => form.removeListItem("taxClasses", n)}
              >
                <IconTrash size={18} aria-hidden="true" />
              </ActionIcon>
            )}
          </Group>
        ))}
      </Stack>
      <Button
        variant="default"
        mt="sm"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => form.insertListItem("taxClasses", { id: newId(), name: "" })}
      >
        Add a class
      </Button>
    </FieldGroup>
  );
}
