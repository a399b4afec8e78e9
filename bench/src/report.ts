import type { FirstDownload } from "./first-download.ts";
import { firstDownloadLimits } from "./first-download.ts";
import { type Footprint, footprintLimits } from "./footprint.ts";
import { type Figure, median } from "./rounds.ts";
import type { Door, Scenario } from "./scenarios.ts";

const widths = [22, 10, 8, 13, 16, 7];

/** Prints the table's head. */
export function printHead(): void {
  printRow(["", "requests/s", "p99 ms", "share", "(rounds)", "floor"]);
}

/** Prints a line for each way of a scenario. Answers the misses, a sentence each. */
export function printScenario({ name, ways }: Scenario, figures: Map<Door, Figure[]>): string[] {
  const perSecond = (door: Door) => (figures.get(door) ?? []).map((figure) => figure.perSecond);
  const misses: string[] = [];
  for (const { door, floor } of ways) {
    const p99 = median((figures.get(door) ?? []).map((figure) => figure.p99));
    const title = `${name}, ${door}`;
    const own = perSecond(door);
    const line = [title, median(own).toFixed(0), p99.toFixed(0)];
    if (floor === undefined) {
      printRow(line);
      continue;
    }
    const others = perSecond(floor.of);
    const share = median(own) / median(others);
    const shares = own.map((value, round) => value / (others[round] ?? 0));
    const range = `${percent(Math.min(...shares))} to ${percent(Math.max(...shares))}`;
    printRow([...line, `${percent(share)} of ${floor.of}`, range, percent(floor.share)]);
    if (share < floor.share) misses.push(`${title}: ${percent(share)} of ${floor.of}, floor ${percent(floor.share)}`);
  }
  return misses;
}

/** Prints what the process costs. Answers the misses. */
export function printFootprint({ startMs, residentMb }: Footprint): string[] {
  const lines = [
    { text: `first answer ${startMs.toFixed(0)} ms after the start`, value: startMs, limit: footprintLimits.startMs },
    { text: `resident after load ${residentMb.toFixed(0)} MB`, value: residentMb, limit: footprintLimits.residentMb },
  ];
  console.log("\nFootprint");
  for (const { text, limit } of lines) console.log(`  ${text}, limit ${limit}`);
  return lines.filter(({ value, limit }) => value > limit).map(({ text, limit }) => `${text}, limit ${limit}`);
}

/** Prints what a first visit to Home loads. Answers the misses. */
export function printFirstDownload(download: FirstDownload | undefined): string[] {
  if (download === undefined) {
    console.log("\nThe client has not been built: its first download was not measured.");
    return [];
  }
  console.log("\nFirst download of Home, gzip");
  return (["js", "css"] as const).flatMap((kind) => {
    const kilobytes = download[kind] / 1_000;
    const line = `${kind.toUpperCase()} ${kilobytes.toFixed(1)} KB, limit ${firstDownloadLimits[kind]} KB`;
    console.log(`  ${line}`);
    return kilobytes > firstDownloadLimits[kind] ? [line] : [];
  });
}

function printRow(cells: string[]) {
  console.log(
    cells.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(" "),
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
