import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project } from "./project.ts";

/**
 * The levels of the requirements of OWASP ASVS 5.0.0, by section. The digit at a place is the level of the requirement
 * with that number: in 1.5, requirement 1.5.1 has level 1 and 1.5.3 level 3.
 */
const levels: Record<string, string> = {
  "1.1": "22",
  "1.2": "1111122223",
  "1.3": "112222222223",
  "1.4": "222",
  "1.5": "123",
  "2.1": "122",
  "2.2": "112",
  "2.3": "12223",
  "2.4": "23",
  "3.1": "3",
  "3.2": "113",
  "3.3": "12223",
  "3.4": "11222233",
  "3.5": "11122333",
  "3.6": "3",
  "3.7": "22333",
  "4.1": "12233",
  "4.2": "23333",
  "4.3": "22",
  "4.4": "1222",
  "5.1": "2",
  "5.2": "112333",
  "5.3": "113",
  "5.4": "222",
  "6.1": "122",
  "6.2": "111111112222",
  "6.3": "11223333",
  "6.4": "112233",
  "6.5": "22222333",
  "6.6": "2223",
  "6.7": "33",
  "6.8": "2222",
  "7.1": "222",
  "7.2": "1111",
  "7.3": "22",
  "7.4": "11222",
  "7.5": "223",
  "7.6": "22",
  "8.1": "1233",
  "8.2": "1123",
  "8.3": "133",
  "8.4": "23",
  "9.1": "111",
  "9.2": "1222",
  "10.1": "22",
  "10.2": "223",
  "10.3": "22223",
  "10.4": "1111122222233333",
  "10.5": "22222",
  "10.6": "22",
  "10.7": "222",
  "11.1": "2233",
  "11.2": "22233",
  "11.3": "11233",
  "11.4": "1222",
  "11.5": "23",
  "11.6": "23",
  "11.7": "33",
  "12.1": "12233",
  "12.2": "11",
  "12.3": "22223",
  "13.1": "2333",
  "13.2": "222223",
  "13.3": "2233",
  "13.4": "1222233",
  "14.1": "22",
  "14.2": "12223333",
  "14.3": "122",
  "15.1": "12233",
  "15.2": "12233",
  "15.3": "1222222",
  "15.4": "3333",
  "16.1": "2",
  "16.2": "22222",
  "16.3": "2222",
  "16.4": "222",
  "16.5": "2223",
  "17.1": "23",
  "17.2": "22223333",
  "17.3": "22",
};

const required = new Map(
  Object.entries(levels)
    .flatMap(([section, digits]) => [...digits].map((level, at): [string, string] => [`${section}.${at + 1}`, level]))
    .filter(([, level]) => level !== "3"),
);

const headings = ["Met", "Not met or partly met", "Does not apply"] as const;
type Heading = (typeof headings)[number];

/** The rows of the tables under a heading, as cells. */
function rowsUnder(document: string, heading: Heading): string[][] {
  const part = document.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? "";
  return part
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const document = readFileSync(join(project, "docs/security.md"), "utf8");
const rows: Record<Heading, string[][]> = {
  Met: rowsUnder(document, "Met"),
  "Not met or partly met": rowsUnder(document, "Not met or partly met"),
  "Does not apply": rowsUnder(document, "Does not apply"),
};
const idsOf = (cells: string[]) => (cells[0] ?? "").split(", ");

test("Each requirement of levels 1 and 2 stands in one list, once", () => {
  const listed = headings.flatMap((heading) => rows[heading].flatMap(idsOf));
  expect(listed.filter((id, at) => listed.indexOf(id) !== at)).toEqual([]);
  expect(listed.filter((id) => !required.has(id))).toEqual([]);
  expect([...required.keys()].filter((id) => !listed.includes(id))).toEqual([]);
});

test("Each row has all columns, and the level of its requirement", () => {
  const columns: Record<Heading, number> = { Met: 5, "Not met or partly met": 6, "Does not apply": 3 };
  for (const heading of headings) {
    for (const cells of rows[heading]) {
      expect(cells, cells[0]).toHaveLength(columns[heading]);
      expect(cells, cells[0]).not.toContain("");
      if (heading !== "Does not apply") expect(cells[1], cells[0]).toBe(required.get(cells[0] ?? ""));
    }
  }
  for (const [id = "", , state] of rows["Not met or partly met"]) expect(["not", "partly"], id).toContain(state);
});

/** The files of a row's last column, each with what the row quotes of it. */
function referencesOf(cells: string[]): { path: string; quotations: string[] }[] {
  const [, ...parts] = (cells.at(-1) ?? "").split("`");
  return parts.flatMap((path, at) => {
    if (at % 2 === 1) return [];
    return [{ path, quotations: [...(parts[at + 1] ?? "").matchAll(/"([^"]*)"/g)].map(([, text = ""]) => text) }];
  });
}

test("Each row names files that exist, and quotes tests and lines that they have", () => {
  const wrong: string[] = [];
  for (const cells of [...rows.Met, ...rows["Not met or partly met"]]) {
    const references = referencesOf(cells);
    if (references.length === 0) wrong.push(`${cells[0]}: no file`);
    for (const { path, quotations } of references) {
      if (!existsSync(join(project, path))) {
        wrong.push(`${cells[0]}: ${path} does not exist`);
        continue;
      }
      const text = readFileSync(join(project, path), "utf8");
      for (const quotation of quotations) {
        // A test is quoted by its whole name.
        const wanted = /\.(test|spec)\.tsx?$/.test(path) ? `"${quotation}"` : quotation;
        if (!text.includes(wanted)) wrong.push(`${cells[0]}: ${path} has no "${quotation}"`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test("Each requirement that is met is held by a test", () => {
  const isTest = ({ path }: { path: string }) => /\.(test|spec)\.tsx?$/.test(path);
  expect(rows.Met.filter((cells) => !referencesOf(cells).some(isTest)).map(([id]) => id)).toEqual([]);
});
