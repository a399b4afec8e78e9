export type Random = {
  /** The next number in [0, 1). */
  next(): number;
  /** A shuffled copy of the list. */
  shuffle<Item>(list: readonly Item[]): Item[];
};

const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
};

/** Pseudo-random number generator, deterministic per seed on every platform. */
export function randomOf(seed: string): Random {
  let state = hashOf(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const shuffle = <Item>(list: readonly Item[]): Item[] =>
    list
      .map((item) => ({ item, order: next() }))
      .sort((one, other) => one.order - other.order)
      .map(({ item }) => item);
  return { next, shuffle };
}

/** Returns the items of a list in random order and reshuffles after the last one. */
export function deckOf<Card>(cards: readonly Card[], random: Random): () => Card {
  let left: Card[] = [];
  return () => {
    if (left.length === 0) left = random.shuffle(cards);
    const card = left.pop();
    if (card === undefined) throw new Error("A deck needs at least one card");
    return card;
  };
}
