import { setImmediate as others } from "node:timers/promises";

/** Numbers that are compared before other work of the process has its turn: about a millisecond. */
const sliceNumbers = 200_000;

/** Vectors of length 1 in memory, by the ids of products. All have the same number of dimensions. */
export class VectorTable {
  readonly dimensions: number;
  readonly #rowOf = new Map<string, number>();
  readonly #ids: string[] = [];
  #numbers: Float32Array;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#numbers = new Float32Array(dimensions * 256);
  }

  get size(): number {
    return this.#ids.length;
  }

  ids(): string[] {
    return [...this.#ids];
  }

  /** Adds a vector, or replaces that of its product. One of another length is left out. */
  set(id: string, vector: ArrayLike<number>): void {
    if (vector.length !== this.dimensions) return;
    const row = this.#rowOf.get(id) ?? this.#ids.length;
    if (row === this.#ids.length) {
      this.#ids.push(id);
      this.#rowOf.set(id, row);
      if (this.#numbers.length < this.#ids.length * this.dimensions) this.#grow();
    }
    this.#numbers.set(vector, row * this.dimensions);
  }

  /** Removes a product; the last one takes its row. */
  delete(id: string): void {
    const row = this.#rowOf.get(id);
    const last = this.#ids.pop();
    if (row === undefined || last === undefined) {
      if (last !== undefined) this.#ids.push(last);
      return;
    }
    this.#rowOf.delete(id);
    if (last === id) return;
    const from = this.#ids.length * this.dimensions;
    this.#numbers.copyWithin(row * this.dimensions, from, from + this.dimensions);
    this.#ids[row] = last;
    this.#rowOf.set(last, row);
  }

  #grow(): void {
    const larger = new Float32Array(this.#numbers.length * 2);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }

  /** The ids of the most similar vectors, from a similarity on: 1 for the same direction. */
  async findNearest(vector: Float32Array, { limit, floor }: { limit: number; floor: number }): Promise<string[]> {
    if (vector.length !== this.dimensions) return [];
    const found = new Map<string, number>();
    const rows = Math.max(1, Math.floor(sliceNumbers / this.dimensions));
    for (let from = 0; from < this.#ids.length; from += rows) {
      if (from > 0) await others();
      for (let row = from; row < Math.min(from + rows, this.#ids.length); row += 1) {
        const similarity = this.#similarityAt(row, vector);
        if (similarity >= floor) found.set(this.#ids[row] ?? "", similarity);
      }
    }
    return [...found]
      .sort(([idA, a], [idB, b]) => b - a || (idA < idB ? -1 : 1))
      .slice(0, limit)
      .map(([id]) => id);
  }

  #similarityAt(row: number, vector: Float32Array): number {
    let sum = 0;
    const start = row * this.dimensions;
    for (let n = 0; n < vector.length; n += 1) sum += (this.#numbers[start + n] ?? 0) * (vector[n] ?? 0);
    return sum;
  }
}
