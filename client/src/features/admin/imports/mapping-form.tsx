import "@mantine/core/styles/NumberInput.layer.css";
import { Button, Divider, NativeSelect, NumberInput, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import {
  type AnyImportField,
  decimalMarks,
  type ImportDetail,
  type ImportKind,
  type ImportMapping,
  type ImportOptions,
  importVariants,
} from "@shop/shared/catalog/import";
import { nameLength, stockMax } from "@shop/shared/shop";
import { useState } from "react";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { notify } from "../../../ui/notify.ts";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { ColumnUses } from "./column-uses.tsx";
import { FileReading } from "./file-reading.tsx";
import { fieldNames, fieldsOf, variantsNames } from "./import-words.ts";

/** Which column is which field, and what happens to what the file leaves open. */
export function MappingForm({ found }: { found: ImportDetail }) {
  const [mapping, setMapping] = useState(found.mapping);
  const [options, setOptions] = useState(found.options);
  const utils = trpc.useUtils();
  const check = trpc.admin.imports.check.useMutation({
    onSuccess: () => utils.admin.imports.invalidate(),
    onError: (error) => notify.error(messageOf(error, "The file could not be checked")),
  });
  const isAgain = found.state === "checked";
  const choose = (field: AnyImportField, name: string) => {
    const { [field]: _before, ...others } = mapping;
    setMapping(name === "" ? others : { ...others, [field]: name });
  };
  if (!found.hasFile) return <Text role="status">The file was deleted after a week. Please send it again.</Text>;
  return (
    <AdminPanel title="Columns">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!check.isPending) check.mutate({ id: found._id, mapping, options });
        }}
      >
        <Stack gap="lg">
          <FileReading found={found} />
          <Divider />
          <Columns found={found} mapping={mapping} onChoose={choose} />
          <ColumnUses
            found={found}
            mapping={mapping}
            factColumns={options.factColumns ?? []}
            onFacts={(factColumns) => setOptions({ ...options, factColumns })}
          />
          {found.kind !== "customers" && <Divider />}
          {found.kind !== "customers" && (
            <Choices kind={found.kind} options={options} onChange={(change) => setOptions({ ...options, ...change })} />
          )}
          <Button
            type="submit"
            w="fit-content"
            variant={isAgain ? "default" : "filled"}
            aria-disabled={check.isPending}
          >
            {check.isPending ? "Starting…" : isAgain ? "Check again" : "Check the file"}
          </Button>
        </Stack>
      </form>
    </AdminPanel>
  );
}

type ColumnsProps = {
  found: ImportDetail;
  mapping: ImportMapping;
  onChoose: (field: AnyImportField, name: string) => void;
};

function Columns({ found: { kind, columns }, mapping, onChoose }: ColumnsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
      {fieldsOf(kind).map((field) => {
        const chosen = columns.find(({ name }) => name === mapping[field]);
        return (
          <NativeSelect
            key={field}
            label={fieldNames[field]}
            value={mapping[field] ?? ""}
            onChange={(event) => onChoose(field, event.currentTarget.value)}
            data={[
              { value: "", label: "Not in the file" },
              ...columns.map(({ name }) => ({ value: name, label: name })),
            ]}
            description={
              chosen && (chosen.examples.length > 0 ? `Such as ${chosen.examples.join(" · ")}` : "Empty in the file")
            }
            inputWrapperOrder={below}
            styles={{ description: { overflowWrap: "anywhere" } }}
          />
        );
      })}
    </SimpleGrid>
  );
}

/** So that the fields of a row stand beside each other. */
const below: ("label" | "input" | "description")[] = ["label", "input", "description"];

type ChoicesProps = { options: ImportOptions; onChange: (change: Partial<ImportOptions>) => void };

function Choices({ kind, ...props }: ChoicesProps & { kind: ImportKind }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
      <DecimalChoice {...props} />
      {kind === "products" && <ProductChoices {...props} />}
    </SimpleGrid>
  );
}

function DecimalChoice({ options, onChange }: ChoicesProps) {
  return (
    <NativeSelect
      label="Decimal mark"
      value={options.decimal ?? ""}
      onChange={({ currentTarget }) => {
        const decimal = decimalMarks.find((mark) => mark === currentTarget.value);
        onChange({ decimal });
      }}
      data={[
        { value: "", label: "As the numbers show it" },
        { value: ".", label: "A point, as in 1,299.00" },
        { value: ",", label: "A comma, as in 1.299,00" },
      ]}
    />
  );
}

function ProductChoices({ options, onChange }: ChoicesProps) {
  return (
    <>
      <NativeSelect
        label="Stock of the file"
        value={options.stock}
        onChange={(event) => onChange({ stock: event.currentTarget.value === "add" ? "add" : "set" })}
        data={[
          { value: "set", label: "Replaces the shop’s" },
          { value: "add", label: "Is added to the shop’s" },
        ]}
      />
      <NativeSelect
        label="Products with variants"
        value={options.variants}
        onChange={({ currentTarget }) => {
          const variants = importVariants.find((each) => each === currentTarget.value);
          if (variants !== undefined) onChange({ variants });
        }}
        data={importVariants.map((value) => ({ value, label: variantsNames[value] }))}
      />
      <NumberInput
        label="Stock where the file has none"
        description="Of new products"
        inputWrapperOrder={below}
        min={0}
        max={stockMax}
        allowDecimal={false}
        hideControls
        inputMode="numeric"
        value={options.newStock}
        onChange={(value) => onChange({ newStock: Number(value) })}
      />
      <TextInput
        label="Brand where the file has none"
        description="Of new products"
        inputWrapperOrder={below}
        maxLength={nameLength}
        required
        value={options.brand}
        onChange={(event) => onChange({ brand: event.currentTarget.value })}
      />
      <TextInput
        label="Category where the file has none"
        description="Of new products"
        inputWrapperOrder={below}
        maxLength={nameLength}
        required
        value={options.category}
        onChange={(event) => onChange({ category: event.currentTarget.value })}
      />
    </>
  );
}
