import { Button, Fieldset, Group, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { currencySign } from "@shop/shared/currency";
import type { EditForm } from "../parts/use-edit-form.ts";
import type { DeliveryValues, MethodValues } from "./delivery-values.ts";

type MethodFieldsProps = { form: EditForm<DeliveryValues>["form"]; n: number };

/** A way in which goods get to their customers: what it costs and how long it takes. */
export function MethodFields({ form, n }: MethodFieldsProps) {
  const method = form.getValues().deliveryMethods[n];
  if (method === undefined) return null;
  const field = (name: keyof MethodValues) => ({
    autoComplete: "off",
    ...form.getInputProps(`deliveryMethods.${n}.${name}`),
  });
  const errorAt = (path: string) => form.errors[`deliveryMethods.${n}.${path}`];
  const unit = method.priceBy === "weight" ? "kg" : currencySign();
  return (
    <Fieldset legend={method.name === "" ? "New delivery method" : method.name} miw={0}>
      <Group align="start" gap="md">
        <TextInput label="Name" {...field("name")} />
        <NativeSelect
          label="How"
          data={[
            { value: "send", label: "We send it" },
            { value: "pick-up", label: "Customers collect it" },
          ]}
          {...field("kind")}
        />
        <TextInput
          label="Price"
          leftSection={currencySign()}
          inputMode="decimal"
          w={140}
          {...field("price")}
          error={errorAt("price") ?? errorAt("steps.0.price")}
        />
        <TextInput
          label="Free from (optional)"
          leftSection={currencySign()}
          inputMode="decimal"
          w={160}
          {...field("freeFrom")}
        />
      </Group>
      <Group align="start" gap="md" mt="md">
        <NativeSelect
          label="More prices depend on"
          data={[
            { value: "subtotal", label: "the price of the goods" },
            { value: "weight", label: "their weight" },
          ]}
          {...field("priceBy")}
        />
        <Textarea
          label="More prices (optional)"
          description={`A line for each: from how many ${unit}, a colon, and the price. Such as 5: 9.90`}
          autosize
          minRows={1}
          flex="1 1 16rem"
          {...field("steps")}
          error={errorAt("steps") ?? errorAt("steps.1.from") ?? errorAt("steps.1.price") ?? errorAt("steps.2.from")}
        />
      </Group>
      <Group align="start" gap="md" mt="md">
        <TextInput
          label="Working days, from"
          inputMode="numeric"
          w={150}
          {...field("minDays")}
          error={errorAt("days.min")}
        />
        <TextInput label="to" inputMode="numeric" w={100} {...field("maxDays")} error={errorAt("days.max")} />
        <TextInput
          label="Cut-off hour (optional)"
          description="Of 24. Later orders count for the next day."
          inputMode="numeric"
          w={220}
          {...field("cutOffHour")}
        />
        <TextInput label="Up to kg (optional)" inputMode="decimal" w={150} {...field("weightMax")} />
      </Group>
      <Group align="start" gap="md" mt="md">
        <NativeSelect
          label="Customers pay"
          data={[
            { value: "before", label: "before the goods are sent" },
            { value: "on delivery", label: "also on delivery" },
          ]}
          {...field("payment")}
        />
        {method.payment === "on delivery" && (
          <TextInput
            label="Fee for it (optional)"
            leftSection={currencySign()}
            inputMode="decimal"
            w={180}
            {...field("paymentFee")}
            error={errorAt("onDelivery.fee")}
          />
        )}
      </Group>
      {method.kind === "pick-up" && (
        <Group align="start" gap="md" mt="md">
          <TextInput label="Address" flex="1 1 16rem" {...field("address")} error={errorAt("pickUp.address")} />
          <TextInput label="Opening hours" flex="1 1 12rem" {...field("hours")} error={errorAt("pickUp.hours")} />
        </Group>
      )}
      <Button variant="subtle" color="gray" mt="md" onClick={() => form.removeListItem("deliveryMethods", n)}>
        Remove {method.name === "" ? "the method" : `“${method.name}”`}
      </Button>
    </Fieldset>
  );
}
