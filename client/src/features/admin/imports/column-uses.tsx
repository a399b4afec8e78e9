import { SimpleGrid, Text } from "@mantine/core";
import type { ImportDetail, ImportMapping } from "@shop/shared/catalog/import";
import { DividedList } from "../parts/divided-list.tsx";
import classes from "../products/product-edit.module.css";
import { fieldNames, fields } from "./import-words.ts";

type ColumnUsesProps = { columns: ImportDetail["columns"]; mapping: ImportMapping };

/** What becomes of each column of the file. Folded, because exports have many. */
export function ColumnUses({ columns, mapping }: ColumnUsesProps) {
  const uses = columns.map(({ name, use }) => {
    const field = fields.find((each) => mapping[each] === name);
    if (field !== undefined) return { name, isRead: true, text: `Becomes ${fieldNames[field]}` };
    return { name, isRead: use.isRead, text: use.isRead ? use.text : `Ignored: ${use.text}` };
  });
  const read = uses.filter(({ isRead }) => isRead).length;
  return (
    <details className={classes.fold}>
      <summary>
        What becomes of each column: {read} read, {uses.length - read} ignored
      </summary>
      <DividedList>
        {uses.map(({ name, isRead, text }) => (
          <SimpleGrid
            component="li"
            key={name}
            cols={{ base: 1, sm: 2 }}
            spacing="md"
            verticalSpacing={0}
            px="md"
            py="xs"
            style={{ overflowWrap: "anywhere" }}
          >
            <Text fz="sm" fw={600}>
              {name}
            </Text>
            <Text fz="sm" {...(isRead ? {} : { c: "dimmed" })}>
              {text}
            </Text>
          </SimpleGrid>
        ))}
      </DividedList>
    </details>
  );
}
