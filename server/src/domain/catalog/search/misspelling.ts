/** Words up to this length have at most one slip, longer ones two. */
const shortLength = 4;

/** Whether a word can be another one with a slip or two: a letter that lacks, is too many, is another or changed places. */
export function isMisspelt(typed: string, meant: string): boolean {
  const slips = slipsBetween(typed, meant);
  // Few people miss the first letter, and then nothing else.
  return slips <= (typed.length <= shortLength || typed[0] !== meant[0] ? 1 : 2);
}

/** Whether a word can be the misspelt beginning of another one. */
export function isMisspeltBeginning(typed: string, meant: string): boolean {
  return [-1, 0, 1].some((more) => isMisspelt(typed, meant.slice(0, typed.length + more)));
}

/** The fewest slips that lead from one word to another. */
function slipsBetween(typed: string, meant: string): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: meant.length + 1 }, (_, n) => n);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= meant.length; column += 1) {
      const isSame = typed[row - 1] === meant[column - 1];
      const isSwapped = typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1];
      current.push(
        Math.min(
          (before[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (before[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped && column > 1 ? (twoBefore[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    twoBefore = before;
    before = current;
  }
  return before[meant.length] ?? 0;
}
