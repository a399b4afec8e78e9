/** A trade-off between memory per batch and the number of queries. */
const batchSize = 1_000;

/** Where a batch begins: after the row with this id; and how many rows it has at most. */
export type BatchRange = { after: string | undefined; limit: number };

/** All rows of the batches. */
export async function collect<Row>(batches: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}

/**
 * Rows in batches by keyset pagination, at most `limit` of them. No transaction stays open between
 * batches, however slowly they are consumed. A row that is created meanwhile may or may not be
 * included; no row is included twice.
 */
export async function* inBatches<Row>(
  read: (range: BatchRange) => Promise<Row[]>,
  idOf: (row: Row) => string,
  { after, limit = Number.POSITIVE_INFINITY }: { after?: string | undefined; limit?: number | undefined } = {},
): AsyncGenerator<Row[]> {
  let last = after;
  let left = limit;
  let batch: Row[];
  let size: number;
  do {
    size = Math.min(batchSize, left);
    batch = await read({ after: last, limit: size });
    yield batch;
    left -= batch.length;
    const end = batch.at(-1);
    last = end === undefined ? last : idOf(end);
  } while (batch.length === size && left > 0);
}
