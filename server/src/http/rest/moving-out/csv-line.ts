import { normalized } from "@shop/shared/normalized";
import type { CsvColumns } from "../send-csv.ts";

/** A line of a file, by its headings. */
export type CsvLine = Record<string, string>;

/** The columns of a file whose lines have a cell for some of its headings. */
export function lineColumns(headings: readonly string[]): CsvColumns<CsvLine> {
  return Object.fromEntries(headings.map((heading) => [heading, (line: CsvLine) => line[heading] ?? ""]));
}

const slugLength = 60;

/** The name of a product as part of an address, with the end of its id, which makes it unique. */
export function slugOf(name: string, id: string): string {
  const plain = normalized(name, "NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const slug = plain
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, slugLength)
    .replace(/^-/, "")
    .replace(/-$/, "");
  return `${slug === "" ? "product" : slug}-${id.slice(-8)}`;
}

/** An image as another shop fetches it. */
export function imageAddress(image: string, origin: string): string {
  return image.startsWith("/") ? origin + image : image;
}

/** The options of a variant from the lines of exports. */
export function optionValues(lines: string): { name: string; value: string }[] {
  if (lines === "") return [];
  return lines.split("\n").map((line) => {
    const place = line.indexOf(": ");
    return { name: line.slice(0, place), value: line.slice(place + 2) };
  });
}
