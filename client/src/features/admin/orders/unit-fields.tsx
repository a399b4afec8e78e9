import "@mantine/core/styles/NumberInput.layer.css";
import "@mantine/core/styles/Fieldset.layer.css";
import { Button, Fieldset, NumberInput, type NumberInputProps, Stack, Text } from "@mantine/core";
import { type ReactNode, useId } from "react";

/** A line of an order with the most of its units that can be chosen. */
export type UnitLine = { product: string; name: string; qty: number };

type UnitFieldsProps = {
  legend: string;
  hint: string;
  lines: readonly UnitLine[];
  /** The value, the handlers and the error of a product's field. */
  propsOf: (product: string) => NumberInputProps;
  /** What is wrong with all of them together. */
  error: ReactNode;
  onAll: () => void;
};

/** A number of units for each line of an order, from none to all. */
export function UnitFields({ legend, hint, lines, propsOf, error, onAll }: UnitFieldsProps) {
  const id = useId();
  return (
    <Fieldset
      legend={legend}
      bg="none"
      bd="1px solid var(--shop-panel-edge)"
      p="md"
      mx={0}
      aria-describedby={`${id}-hint${error === undefined ? "" : ` ${id}-error`}`}
    >
      <Stack gap="sm">
        <Text id={`${id}-hint`} c="dimmed">
          {hint}
        </Text>
        {lines.map(({ product, name, qty }) => (
          <NumberInput
            key={product}
            label={
              <>
                {name}{" "}
                <Text span inherit c="dimmed">
                  of {qty}
                </Text>
              </>
            }
            min={0}
            max={qty}
            clampBehavior="none"
            hideControls
            inputMode="numeric"
            {...propsOf(product)}
          />
        ))}
        <Button variant="default" mr="auto" onClick={onAll}>
          All units
        </Button>
        {error !== undefined && (
          <Text id={`${id}-error`} c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}
