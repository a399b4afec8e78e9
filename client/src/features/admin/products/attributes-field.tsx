import { Button, TextInput } from "@mantine/core";
import type { Attribute } from "@shop/shared/catalog/catalog";
import { attributeNameLength, attributesMax, attributeUnitLength, attributeValueLength } from "@shop/shared/shop";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { moved } from "../../../lib/moved.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { FieldGroup } from "../parts/field-group.tsx";
import classes from "./attributes-field.module.css";
import { addId, RowTools } from "./row-tools.tsx";

const listId = "attributes";

const fields = [
  { name: "name", label: "Name", max: attributeNameLength, list: "attribute-names", required: true },
  { name: "value", label: "Value", max: attributeValueLength, list: undefined, required: true },
  { name: "unit", label: "Unit", max: attributeUnitLength, list: "attribute-units", required: false },
  { name: "group", label: "Group", max: attributeNameLength, list: "attribute-groups", required: false },
] as const;
type FieldName = (typeof fields)[number]["name"];

type AttributesFieldProps = {
  label: string;
  attributes: Attribute[];
  errorOf: (place: number, field: FieldName) => ReactNode;
  onChange: (attributes: Attribute[]) => void;
};

/** The facts about a product in their order, with suggestions of what other products have. */
export function AttributesField({ label, attributes, errorOf, onChange }: AttributesFieldProps) {
  const [isAsked, setAsked] = useState(false);
  const used = trpc.admin.products.usedAttributes.useQuery(undefined, { ...cachedBriefly, enabled: isAsked });

  function add(): void {
    // A new fact often stands in the group of the last one.
    const group = attributes.at(-1)?.group ?? "";
    flushSync(() => onChange([...attributes, { group, name: "", value: "", unit: "" }]));
    document.getElementById(fieldId(attributes.length, "name"))?.focus();
  }
  return (
    <FieldGroup legend={label} onFocus={() => setAsked(true)}>
      {attributes.length > 0 && (
        <ol className={classes.list}>
          {attributes.map((attribute, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fact has nothing else that stays while it is typed
            <li key={place} className={classes.row}>
              {fields.map(({ name, label: text, max, list, required }) => (
                <TextInput
                  key={name}
                  id={fieldId(place, name)}
                  label={text}
                  aria-label={`${text} of fact ${place + 1}`}
                  autoComplete="off"
                  maxLength={max}
                  list={list}
                  required={required}
                  value={attribute[name]}
                  onChange={({ currentTarget: { value } }) =>
                    onChange(attributes.map((each, n) => (n === place ? { ...each, [name]: value } : each)))
                  }
                  error={errorOf(place, name)}
                />
              ))}
              <div className={classes.tools}>
                <RowTools
                  listId={listId}
                  what={(n) => `fact ${n + 1}`}
                  place={place}
                  count={attributes.length}
                  onMove={(from, to) => onChange(moved(attributes, from, to))}
                  onRemove={(n) => onChange(attributes.filter((_each, other) => other !== n))}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
      <Suggestions id="attribute-names" texts={used.data?.names} />
      <Suggestions id="attribute-units" texts={used.data?.units} />
      <Suggestions id="attribute-groups" texts={used.data?.groups} />
      {attributes.length < attributesMax && (
        <Button
          id={addId(listId)}
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={add}
        >
          Add a fact
        </Button>
      )}
    </FieldGroup>
  );
}

const fieldId = (place: number, field: FieldName) => `${listId}-${place}-${field}`;

function Suggestions({ id, texts = [] }: { id: string; texts?: string[] | undefined }) {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );
}
