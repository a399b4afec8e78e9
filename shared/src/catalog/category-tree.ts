/** Categories that are below each other. Without zod, because screens load this. */

/** An item with those below it, in their order. */
export type Branch<Item> = { item: Item; below: Branch<Item>[] };

/** What an item of a tree is known by, and what the one above it is known by. */
export type Place<Item> = { keyOf: (item: Item) => string; parentOf: (item: Item) => string | undefined };

/** The items as a tree, in their order. One whose parent is not among them stands on the first level. */
export function toTree<Item>(items: readonly Item[], { keyOf, parentOf }: Place<Item>): Branch<Item>[] {
  const branches = new Map<string, Branch<Item>>(items.map((item) => [keyOf(item), { item, below: [] }]));
  const first: Branch<Item>[] = [];
  for (const branch of branches.values()) {
    const siblings = branches.get(parentOf(branch.item) ?? "")?.below ?? first;
    siblings.push(branch);
  }
  return first;
}

/** All items of a tree with their level, from 1: each before those below it. */
export function flatten<Item>(tree: readonly Branch<Item>[], level = 1): { item: Item; level: number }[] {
  return tree.flatMap(({ item, below }) => [{ item, level }, ...flatten(below, level + 1)]);
}

type Named = { _id: string; name: string; parentId?: string };

/** The categories from the first level to one, that one included. */
export function pathTo(categories: readonly Named[], category: Named): Named[] {
  const parent = categories.find(({ _id }) => _id === category.parentId);
  return parent === undefined ? [category] : [...pathTo(categories, parent), category];
}

/** The names from the first level to a category: "Clothing › Shirts". */
export function categoryPath(categories: readonly Named[], category: Named): string {
  return pathTo(categories, category)
    .map(({ name }) => name)
    .join(" › ");
}
