import type { FirstDownload } from "./first-download.ts";
import { firstDownloadLimits } from "./first-download.ts";
import { type Contender, type Figure, median } from "./rounds.ts";
import { floors } from "./scenarios.ts";

const widths = [22, 10, 8, 10, 16, 7];

/** Prints the table's head. */
export function printHead(): void {
  printRow(["", "requests/s", "p99 ms", "of bare", "(rounds)", "floor"]);
}

/** Prints a scenario's three lines. Answers the misses, a sentence each. */
export function printScenario(name: string, figures: Record<Contender, Figure[]>): string[] {
  const perSecond = (contender: Contender) => median(figures[contender].map((figure) => figure.perSecond));
  const p99 = (contender: Contender) => median(figures[contender].map((figure) => figure.p99));
  const misses: string[] = [];
  printRow([`${name}, bare`, perSecond("bare").toFixed(0), p99("bare").toFixed(0), "", "", ""]);
  for (const door of ["rest", "trpc"] as const) {
    const ratio = perSecond(door) / perSecond("bare");
    const ratios = figures[door].map((figure, round) => figure.perSecond / (figures.bare[round]?.perSecond ?? 0));
    const range = `${percent(Math.min(...ratios))} to ${percent(Math.max(...ratios))}`;
    const title = `${name}, ${door === "rest" ? "REST" : "tRPC"}`;
    const floor = floors[door];
    const line = [title, perSecond(door).toFixed(0), p99(door).toFixed(0), percent(ratio), range, percent(floor)];
    printRow(line);
    if (ratio < floor) misses.push(`${title}: ${percent(ratio)} of the bare server, floor ${percent(floor)}`);
  }
  return misses;
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
