import type { HomeBlock, HomeBlockKind, HomeLayoutDetail } from "@shop/shared/page/home-layout";

/** A block while it is edited: with an id, because two can be the same. */
export type DraftBlock = { _id: string; block: HomeBlock };
export type Draft = { name: string; blocks: DraftBlock[] };

function toDraftBlock(block: HomeBlock): DraftBlock {
  return { _id: crypto.randomUUID(), block };
}

export function toDraft({ name, blocks }: Pick<HomeLayoutDetail, "name" | "blocks">): Draft {
  return { name, blocks: blocks.map(toDraftBlock) };
}

export function toLayout({ name, blocks }: Draft): Pick<HomeLayoutDetail, "name" | "blocks"> {
  return { name, blocks: blocks.map(({ block }) => block) };
}

/** The blocks with another one: a first headline on top, others before the list where that ends Home, because nobody scrolls past it. */
export function withNew(blocks: readonly DraftBlock[], block: HomeBlock): DraftBlock[] {
  const isFirstHeadline = block.kind === "headline" && !blocks.some((each) => each.block.kind === "headline");
  if (isFirstHeadline) return [toDraftBlock(block), ...blocks];
  const isListLast = blocks.at(-1)?.block.kind === "products";
  return blocks.toSpliced(isListLast ? blocks.length - 1 : blocks.length, 0, toDraftBlock(block));
}

/** The kinds that can be added, given those that are there. */
export function addable(blocks: readonly DraftBlock[]): HomeBlockKind[] {
  const kinds = [
    "headline",
    "row",
    "story",
    "categories",
    "brands",
    "category",
    "reviews",
    "text",
    "entrances",
  ] as const satisfies HomeBlockKind[];
  return kinds.filter((kind) => kind !== "entrances" || !blocks.some(({ block }) => block.kind === kind));
}
