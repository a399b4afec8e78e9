/** Numbers from 0 up to 1 that depend on the seed alone (mulberry32), so that a failure can be had again. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number from one limit to the other, both included. */
export function wholeFrom(next: () => number, min: number, max: number): number {
  return min + Math.floor(next() * (max - min + 1));
}

/** The same values in another order. */
export function shuffled<Value>(next: () => number, values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

/** One of some values. */
export function pickFrom<Value>(next: () => number, values: readonly [Value, ...Value[]]): Value {
  return values[Math.floor(next() * values.length)] ?? values[0];
}
