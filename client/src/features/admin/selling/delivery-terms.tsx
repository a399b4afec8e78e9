import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Fieldset.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import { Button, Stack, Text, Title } from "@mantine/core";
import { saveTermsSchema, type TermsDetail } from "@shop/shared/terms-of-sale/terms-schema";
import { IconPlus } from "@tabler/icons-react";
import { EditFrame } from "../parts/edit-frame.tsx";
import { useEditForm } from "../parts/use-edit-form.ts";
import { type DeliveryValues, type MethodValues, toSavedDelivery, withDelivery } from "./delivery-values.ts";
import { newId } from "./new-id.ts";
import { schemaOf } from "./tax-values.ts";
import { TermsRehearsal } from "./terms-rehearsal.tsx";
import { TermsForm, useTermsChanges } from "./use-terms.tsx";
import { ZoneFields } from "./zone-fields.tsx";

const labels: Record<keyof DeliveryValues, string> = { zones: "Zones", deliveryMethods: "Delivery methods" };

/** The form of the zones that the shop delivers to, with the methods of each. */
export function DeliveryTerms() {
  return <TermsForm>{(detail) => <DeliveryForm detail={detail} />}</TermsForm>;
}

function DeliveryForm({ detail }: { detail: TermsDetail }) {
  const changes = useTermsChanges();
  const edit = useEditForm<DeliveryValues>({
    saved: toSavedDelivery(detail),
    schema: schemaOf(detail.terms, withDelivery),
    save: async (values, { version }) =>
      toSavedDelivery(
        await changes.save(saveTermsSchema.parse({ ...Object(withDelivery(detail.terms, values)), version })),
      ),
    load: async () => toSavedDelivery(await changes.load()),
    done: "Delivery saved",
    failure: "Your changes could not be saved",
  });
  const { form } = edit;
  const { zones } = form.getValues();

  function addZone(): void {
    const zone = newId();
    form.insertListItem("zones", { id: zone, name: "", countries: "", postalPrefixes: "" });
    form.insertListItem("deliveryMethods", blankMethod(zone));
  }
  return (
    <Stack gap={20}>
      <EditFrame edit={edit} labels={labels} isWide>
        <Stack gap="xl">
          <Text c="dimmed">
            A zone is a group of countries with the same ways of delivery. Customers of a country without a zone cannot
            order, and are told where you deliver.
          </Text>
          {zones.map((zone, n) => (
            <section key={zone.id} aria-label={`Zone ${zone.name}`}>
              <Title order={2} fz="md" fw={650} mb="sm">
                {zone.name === "" ? `Zone ${n + 1}` : zone.name}
              </Title>
              <ZoneFields
                form={form}
                n={n}
                addMethod={() => form.insertListItem("deliveryMethods", blankMethod(zone.id))}
              />
            </section>
          ))}
          <Button
            variant="default"
            w="fit-content"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={addZone}
          >
            Add a zone
          </Button>
        </Stack>
      </EditFrame>
      <TermsRehearsal
        isValid={() => !form.validate().hasErrors}
        terms={withDelivery(detail.terms, form.getValues())}
        version={detail.version}
      />
    </Stack>
  );
}

function blankMethod(zone: string): MethodValues {
  return {
    id: newId(),
    zone,
    name: "",
    kind: "send",
    priceBy: "subtotal",
    price: "",
    steps: "",
    freeFrom: "",
    weightMax: "",
    minDays: "",
    maxDays: "",
    cutOffHour: "",
    address: "",
    hours: "",
    payment: "before",
    paymentFee: "",
  };
}
