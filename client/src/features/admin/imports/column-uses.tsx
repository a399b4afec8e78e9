import "@mantine/core/styles/Checkbox.layer.css";
import { Checkbox, Group, Text } from "@mantine/core";
import type { ImportDetail, ImportMapping } from "@shop/shared/catalog/import";
import { DividedList } from "../parts/divided-list.tsx";
import classes from "../products/product-edit.module.css";
import { fieldNames, fieldsOf } from "./import-words.ts";

type ColumnUsesProps = {
  found: ImportDetail;
  mapping: ImportMapping;
  /** The columns that become facts. */
  factColumns: readonly string[];
  onFacts: (columns: string[]) => void;
};

/** What becomes of each column of the file; those without a field can become facts. Folded, because exports have many. */
export function ColumnUses({ found: { kind, columns }, mapping, factColumns, onFacts }: ColumnUsesProps) {
  const uses = columns.map(({ name, use }) => {
    const field = fieldsOf(kind).find((each) => mapping[each] === name);
    if (field !== undefined) return { name, isRead: true, text: `Becomes ${fieldNames[field]}`, canBeFact: false };
    if (factColumns.includes(name)) return { name, isRead: true, text: "Becomes a fact", canBeFact: true };
    return {
      name,
      isRead: use.isRead,
      text: use.isRead ? use.text : `Ignored: ${use.text}`,
      canBeFact: !use.isRead && kind === "products",
    };
  });
  const read = uses.filter(({ isRead }) => isRead).length;
  return (
    <details className={classes.fold}>
      <summary>
        What becomes of each column: {read} read, {uses.length - read} ignored
      </summary>
      <DividedList>
        {uses.map(({ name, isRead, text, canBeFact }) => (
          <Group component="li" key={name} gap="xs" px="md" py="xs" style={{ overflowWrap: "anywhere" }}>
            <Text fz="sm" fw={600} flex="1 1 12rem" miw={0}>
              {name}
            </Text>
            <Text fz="sm" flex="2 1 12rem" miw={0} {...(isRead ? {} : { c: "dimmed" })}>
              {text}
            </Text>
            {canBeFact && (
              <Checkbox
                size="sm"
                label="As a fact"
                aria-label={`${name} as a fact`}
                checked={factColumns.includes(name)}
                onChange={({ currentTarget: { checked } }) =>
                  onFacts(checked ? [...factColumns, name] : factColumns.filter((each) => each !== name))
                }
              />
            )}
          </Group>
        ))}
      </DividedList>
    </details>
  );
}
