/** A series as a collector reads it. */
export type Figure = { name: string; labels: Record<string, string>; value: number };

/** The figures in a text of Prometheus' format. */
export function samplesIn(text: string): Figure[] {
  return [...text.matchAll(/^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/gim)].map(
    ([, name = "", labels = "", value = ""]) => ({
      name,
      labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, said = ""]) => [key, said])),
      value: Number(value),
    }),
  );
}

/** The sum of a figure over all series that carry these labels; not a number where there is none. */
export function sumOf(figures: readonly Figure[], name: string, labels: Record<string, string> = {}): number {
  const found = figures.filter(
    (figure) => figure.name === name && Object.entries(labels).every(([key, value]) => figure.labels[key] === value),
  );
  return found.length === 0 ? Number.NaN : found.reduce((sum, { value }) => sum + value, 0);
}
