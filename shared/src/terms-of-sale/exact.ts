/** amount × by ÷ parts, rounded half up. Throws a RangeError when the result is too large to be exact. */
export function shareOf(amount: number, by: number, parts: number): number {
  return exact((2n * BigInt(amount) * BigInt(by) + BigInt(parts)) / (2n * BigInt(parts)));
}

/**
 * Divides an amount in proportion to weights into whole units whose sum is the amount: what division
 * leaves over goes to the largest remainders, the earlier one first. Without any weight, the first has all.
 */
export function apportion(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (sum === 0n) return weights.map((_, n) => (n === 0 ? amount : 0));
  const shares = weights.map((weight, n) => {
    const product = BigInt(amount) * BigInt(weight);
    return { n, whole: exact(product / sum), remainder: product % sum };
  });
  let left = amount - shares.reduce((total, { whole }) => total + whole, 0);
  const byRemainder = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.n - b.n : a.remainder > b.remainder ? -1 : 1,
  );
  const parts = shares.map(({ whole }) => whole);
  for (const { n, whole } of byRemainder) {
    if (left === 0) break;
    parts[n] = whole + 1;
    left -= 1;
  }
  return parts;
}

function exact(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError("The amount is too large to be exact");
  return number;
}
