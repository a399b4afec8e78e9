import { rename, writeFile } from "node:fs/promises";

/** Writes the outcome of a probe for the textfile collector of node_exporter, which never reads a part. */
export async function writeProbeMetrics(file: string, { isSuccess, ms }: { isSuccess: boolean; ms: number }) {
  const series: [name: string, help: string, value: number][] = [
    ["success", "Whether the last probe could buy: 1 or 0", isSuccess ? 1 : 0],
    ["timestamp_seconds", "When the last probe ended", Math.round(Date.now() / 1_000)],
    ["duration_seconds", "How long the last probe took", ms / 1_000],
  ];
  const lines = series.map(([name, help, value]) => {
    const full = `shop_purchase_probe_${name}`;
    return `# HELP ${full} ${help}\n# TYPE ${full} gauge\n${full} ${value}\n`;
  });
  await writeFile(`${file}.tmp`, lines.join(""));
  await rename(`${file}.tmp`, file);
}
