import { limitOf, type Part, type SizeLimits } from "../../scripts/sizes.ts";
import { type PageFigures, twinPages } from "./browser.ts";
import { type Footprint, footprintLimits } from "./footprint.ts";
import { median, type ProcessorFigure } from "./rounds.ts";
import type { Scenario, Transport } from "./scenarios.ts";

const widths = [26, 10, 8, 13, 18, 16, 9];

/** Prints the table's head. */
export function printHead(): void {
  printRow(["", "requests/s", "p99 ms", "processor ms", "share of it", "(rounds)", "floor"]);
}

/** Prints one line per floor of each route. `part` scales the floors. Returns the misses, one sentence each. */
export function printScenario(
  { name, routes }: Scenario,
  figures: Map<Transport, ProcessorFigure[]>,
  part = 1,
): string[] {
  const of = (transport: Transport) => figures.get(transport) ?? [];
  const processorMs = (transport: Transport) => of(transport).map((figure) => figure.processorMs);
  const misses: string[] = [];
  for (const { transport, floors = [] } of routes) {
    const title = `${name}, ${transport}`;
    const own = processorMs(transport);
    const [speed, p99] = [of(transport).map(({ perSecond }) => perSecond), of(transport).map((figure) => figure.p99)];
    const line = [title, median(speed).toFixed(0), median(p99).toFixed(0), median(own).toFixed(3)];
    if (floors.length === 0) printRow(line);
    for (const floor of floors) {
      const others = processorMs(floor.of);
      const share = median(others) / median(own);
      const shares = own.map((value, round) => (others[round] ?? 0) / value);
      const range = `${percent(Math.min(...shares))} to ${percent(Math.max(...shares))}`;
      const needed = part * floor.share;
      printRow([...line, `${percent(share)} of ${floor.of}`, range, percent(needed)]);
      if (share < needed) misses.push(`${title}: ${percent(share)} of ${floor.of}, floor ${percent(needed)}`);
    }
  }
  return misses;
}

/** Prints the footprint. Returns the misses. */
export function printFootprint({ startMs, startRatio, residentMb, afterWritesMb }: Footprint): string[] {
  const start = `first answer ${startMs.toFixed(0)} ms after the start, ${startRatio.toFixed(1)} times a bare Fastify`;
  const lines = [
    { text: start, value: startRatio, limit: footprintLimits.startRatio },
    { text: `resident after load ${residentMb.toFixed(0)} MB`, value: residentMb, limit: footprintLimits.residentMb },
    {
      text: `resident after writes ${afterWritesMb.toFixed(0)} MB`,
      value: afterWritesMb,
      limit: footprintLimits.afterWritesMb,
    },
  ];
  console.log("\nFootprint");
  for (const { text, limit } of lines) console.log(`  ${text}, limit ${limit}`);
  return lines.filter(({ value, limit }) => value > limit).map(({ text, limit }) => `${text}, limit ${limit}`);
}

/** Prints the size of Home and the additional size of every other part. */
export function printSizes(parts: Part[], limits: SizeLimits): void {
  console.log("\nKilobytes of gzip");
  printRow(["", "JS", "limit", "CSS", "limit", ""]);
  for (const { part, size } of parts) {
    const limit = limitOf(part, limits);
    printRow([part, size.js.toFixed(1), String(limit.js), size.css.toFixed(1), String(limit.css), ""]);
  }
}

/** The maximum ratio of a paint on a phone to that of the static reference. */
const paintRatioMax = 1.25;
/** The maximum cumulative layout shift. */
const shiftMax = 0.02;
/** The maximum ratio of the blocking time on a phone to that of the earlier shop. */
const blockingRatioMax = 0.5;

/** The maximum ratio of the largest paint with ten images to that with one: the noise of a machine. */
const tenImagesRatioMax = 1.1;

/** Prints the page loads. Returns the misses, one sentence each. */
export function printPages(pages: PageFigures[]): string[] {
  return [...printLoads(pages), ...printTwins(pages)];
}

/** Prints how much later ten images paint than one. */
function printTwins(pages: PageFigures[]): string[] {
  return pages.flatMap(({ page, screen, load: ten }) => {
    const one = pages.find((other) => other.page === twinPages.one && other.screen === screen)?.load;
    if (page !== twinPages.ten || one === undefined) return [];
    const ratio = ten.lcp / one.lcp;
    const shifts = `${ten.cls.toFixed(3)} and ${one.cls.toFixed(3)}`;
    console.log(`${page}, ${screen}: largest paint ${ratio.toFixed(2)} of that with one, shifts ${shifts}`);
    return ratio <= tenImagesRatioMax ? [] : [`${page}, ${screen}: largest paint ${ratio.toFixed(2)} of that with one`];
  });
}

function printLoads(pages: PageFigures[]): string[] {
  console.log("");
  printRow(["", "FCP ms", "LCP ms", "of static", "TBT ms, before", "in all, before", "KB"]);
  return pages.flatMap(({ page, screen, load, reference, before }) => {
    const title = `${page}, ${screen}`;
    const [first, largest] = [load.fcp / reference.fcp, load.lcp / reference.lcp];
    const beside = (key: "tbt" | "blocked") =>
      before === undefined ? load[key].toFixed(0) : `${load[key].toFixed(0)}, ${before[key].toFixed(0)}`;
    const paints = [load.fcp.toFixed(0), load.lcp.toFixed(0), `${first.toFixed(2)}, ${largest.toFixed(2)}`];
    printRow([title, ...paints, beside("tbt"), beside("blocked"), (load.bytes / 1_000).toFixed(0)]);
    const misses: string[] = [];
    if (load.cls > shiftMax) misses.push(`${title}: layout shift ${load.cls.toFixed(3)}, limit ${shiftMax}`);
    if (screen !== "phone") return misses;
    if (first > paintRatioMax) misses.push(`${title}: first paint ${first.toFixed(2)} of the static page`);
    if (largest > paintRatioMax) misses.push(`${title}: largest paint ${largest.toFixed(2)} of the static page`);
    if (before !== undefined && load.tbt > blockingRatioMax * before.tbt)
      misses.push(`${title}: blocks ${beside("tbt")} ms`);
    return misses;
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
