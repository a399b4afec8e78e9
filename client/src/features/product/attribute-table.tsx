import type { Attribute } from "@shop/shared/catalog/catalog";
import classes from "./attribute-table.module.css";

const headingId = "details";

/** The facts about a product, by their groups. */
export function AttributeTable({ attributes }: { attributes: Attribute[] }) {
  const groups = [...new Set(attributes.map(({ group }) => group))];
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading}>
        Details
      </h2>
      <div className={classes.groups}>
        {groups.map((group) => (
          <table key={group} className={classes.table}>
            {group !== "" && <caption className={classes.group}>{group}</caption>}
            <tbody>
              {factsOf(attributes, group).map(([name, value]) => (
                <tr key={name}>
                  <th scope="row" className={classes.name}>
                    {name}
                  </th>
                  <td className={classes.value}>{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </section>
  );
}

/** The names of a group, each with all of its values. */
function factsOf(attributes: Attribute[], group: string): [name: string, value: string][] {
  const values = new Map<string, string[]>();
  for (const { group: own, name, value, unit } of attributes) {
    if (own === group) values.set(name, [...(values.get(name) ?? []), `${value} ${unit}`.trim()]);
  }
  return [...values].map(([name, list]) => [name, list.join(", ")]);
}
