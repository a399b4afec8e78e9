import { factSchema } from "@shop/shared/catalog/admin-catalog";
import type { Attribute } from "@shop/shared/catalog/catalog";
import type { RowWarning } from "@shop/shared/catalog/import";
import { attributesMax } from "@shop/shared/shop";
import type { CurrentProduct } from "./current-products.ts";
import type { FileProduct } from "./file-row.ts";

/** Facts as a cell has them, a line for each: `[Group] Name: value [unit]`, with group and unit where there are any. */
export function factLines(facts: readonly Attribute[]): string {
  return facts
    .map(({ group, name, value, unit }) => {
      // A value that ends like a unit has an empty one behind it.
      const end = unit !== "" || value.endsWith("]") ? ` [${unit}]` : "";
      return `${group === "" ? "" : `[${group}] `}${name}: ${value}${end}`;
    })
    .join("\n");
}

/** The facts of such lines, without those that have no name or no value. */
export function parseFacts(lines: string): Attribute[] {
  return lines.split("\n").flatMap((line) => {
    const [, group = "", name = "", rest = ""] = /^(?:\[([^\]]*)\] ?)?([^:]*):(.*)$/.exec(line.trim()) ?? [];
    const open = rest.endsWith("]") ? rest.lastIndexOf("[") : -1;
    const value = open === -1 ? rest : rest.slice(0, open);
    const unit = open === -1 ? "" : rest.slice(open + 1, -1);
    if (name.trim() === "" || value.trim() === "") return [];
    return [{ group: group.trim(), name: name.trim(), value: value.trim(), unit: unit.trim() }];
  });
}

type ReadFacts = { lines: string | undefined; warnings: RowWarning[] };

/**
 * The facts of a product after the import, as lines; nothing where the file says nothing. A cell of facts replaces all of
 * them, columns of facts those of their names.
 */
export function readFacts({ values, facts = [] }: FileProduct, current: CurrentProduct | undefined): ReadFacts {
  const warnings: RowWarning[] = [];
  const valid = (found: readonly Attribute[]) =>
    found.filter((fact) => {
      const { error } = factSchema.safeParse(fact);
      if (error !== undefined) warnings.push({ kind: "value-ignored", about: about(fact, error.issues[0]?.message) });
      return error === undefined;
    });
  if (values.facts === undefined && facts.length === 0) return { lines: undefined, warnings };
  const whole = values.facts === undefined ? (current?.attributes ?? []) : valid(parseFacts(values.facts));
  const added = valid(facts.map((fact) => ({ group: "", unit: "", ...fact })));
  const all = withAdded(whole, added);
  for (const fact of all.slice(attributesMax)) {
    warnings.push({ kind: "value-ignored", about: about(fact, `A product can have at most ${attributesMax} facts`) });
  }
  return { lines: factLines(all.slice(0, attributesMax)), warnings };
}

/** Facts with others in place of those of their names, and at the end where there are none. */
function withAdded(facts: readonly Attribute[], added: readonly Attribute[]): Attribute[] {
  const keyOf = ({ name }: Attribute) => name.toLowerCase();
  const byName = new Map(added.map((fact) => [keyOf(fact), fact]));
  const replaced = facts.flatMap((fact) => {
    if (!added.some((other) => keyOf(other) === keyOf(fact))) return [fact];
    const other = byName.get(keyOf(fact));
    byName.delete(keyOf(fact));
    return other === undefined ? [] : [other];
  });
  return [...replaced, ...byName.values()];
}

const aboutLength = 40;

function about({ name, value }: Pick<Attribute, "name" | "value">, reason = "it cannot be read"): string {
  return `${name.slice(0, aboutLength)} ${value.slice(0, aboutLength)}: ${reason}`;
}
