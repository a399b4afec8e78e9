/**
 * Interleaves lists evenly and keeps the order within each list. Weighted round robin: each step adds the length of
 * every list to its credit and takes from the list with the most credit, the first on a tie.
 */
export function interleave<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  const total = lists.reduce((sum, list) => sum + list.length, 0);
  const queues = lists.map((list) => ({ list, taken: 0, credit: 0 }));
  const mixed: Item[] = [];
  while (mixed.length < total) {
    for (const queue of queues) queue.credit += queue.list.length;
    const open = queues.filter((queue) => queue.taken < queue.list.length);
    const next = open.reduce((best, queue) => (queue.credit > best.credit ? queue : best));
    mixed.push(...next.list.slice(next.taken, next.taken + 1));
    next.taken += 1;
    next.credit -= total;
  }
  return mixed;
}
