import { expect, it } from "vitest";
import { describeFile } from "../../src/domain/import/describe-file.ts";
import { type FileRecord, readRecords } from "../../src/domain/import/read-file.ts";
import { readProducts } from "../../src/domain/import/read-products.ts";

/** The text in pieces of any size, because line breaks and quotes may fall between two of them. */
async function* piecesOf(text: string, size: number): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

async function recordsOf(text: string, delimiter = ",", size = 65_536): Promise<FileRecord[]> {
  const found: FileRecord[] = [];
  for await (const record of readRecords(piecesOf(text, size), delimiter)) found.push(record);
  return found;
}

const columnsOf = async (text: string) => {
  const chunks = async function* () {
    yield Buffer.from(text);
  };
  const { delimiter, columns } = await describeFile(chunks(), { encoding: "utf-8" });
  return { delimiter, names: columns.map(({ name }) => name) };
};

it.each([1, 2, 3, 65_536])("Line ends of every system, mixed in one file, lose no row (pieces of %d)", async (size) => {
  const text = 'Key,Name\r\na,"two\r\nlines"\nb,B\rc,C\r\n\r\n\nd,"x\n\ny"\r\ne,E\r';
  expect(await recordsOf(text, ",", size)).toEqual([
    { line: 1, cells: ["Key", "Name"] },
    { line: 2, cells: ["a", "two\nlines"] },
    { line: 4, cells: ["b", "B"] },
    { line: 5, cells: ["c", "C"] },
    { line: 8, cells: ["d", "x\n\ny"] },
    { line: 11, cells: ["e", "E"] },
  ]);
});

it.each([1, 7, 65_536])("A quote inside a cell costs its row and no other (pieces of %d)", async (size) => {
  const text = [
    "Key,Name,Price",
    'a,15" monitor,10',
    "b,Fine,11",
    "",
    'c,"17" monitor, black",12',
    'd,"two',
    'lines",13',
    'e,a "wide" one,"more',
    'lines"',
    'f,"a ""good"" one",14',
    'g,19",15',
  ].join("\r\n");
  const records = await recordsOf(text, ",", size);
  expect(records.map(({ line, cells, problem }) => [line, problem === undefined ? cells[0] : problem])).toEqual([
    [1, "Key"],
    [2, expect.stringContaining('Line 2: the quotes do not match at “a,15"”')],
    [3, "b"],
    [5, expect.stringContaining('Line 5: the quotes do not match at “c,"17"”')],
    [6, "d"],
    [8, expect.stringContaining("Line 8: the quotes do not match")],
    [10, "f"],
    [11, expect.stringContaining('Line 11: the quotes do not match at “g,19"”')],
  ]);
});

it("A cell that is never closed names all lines up to the next quote, and costs no row after them", async () => {
  const records = await recordsOf('Key,Name,Price\na,"15 in,10\nb,Fine,11\nc,"Quoted",12\nd,D,13\n');
  expect(records.map(({ line, cells, problem }) => [line, problem?.slice(0, 47) ?? cells[0]])).toEqual([
    [1, "Key"],
    [2, 'Lines 2 to 4: the quotes do not match at “a,"15'],
    [5, "d"],
  ]);
});

it("A cell that swallows rows and ends by accident is named", async () => {
  const text =
    'Key,Name,Price,Text\na,A,1,"never closed\nb,B,2,x\nc,C,3,15"\nd,D,4,"a text,\nwith, commas,\nand lines"\n';
  const records = await recordsOf(text);
  expect(records.map(({ line, rowsInCell }) => [line, rowsInCell])).toEqual([
    [1, undefined],
    [2, "never closed\nb,B,2,x\nc,C,3,15"],
    [5, undefined],
  ]);
  const settings = { format: "other", mapping: { key: "Key", name: "Name" }, variants: "products" } as const;
  const warnings = [];
  for await (const product of readProducts(readRecords(piecesOf(text, 9), ","), settings))
    warnings.push(product.warnings);
  expect(warnings).toEqual([[{ kind: "rows-in-cell", about: "never closed\nb,B,2,x\nc,C,3,15" }], []]);
});

it("A cell that swallows one row is named, and a text with commas in a file of few columns is not", async () => {
  const [, swallowed] = await recordsOf('Key,Name,Price,Text\na,A,1,"never closed\nb,B,2,15"\n');
  expect(swallowed?.rowsInCell).toBe("never closed\nb,B,2,15");
  const [, text] = await recordsOf('Key,Name,Text\na,A,"Colors:\nred, green, blue\nand more"\n');
  expect(text?.rowsInCell).toBeUndefined();
});

it("A row of many quotes within its cells still costs itself only, and one of thousands the file", async () => {
  const row = (count: number) => `a,${'x" y '.repeat(count)}`;
  const records = await recordsOf(`Key,Name\n${row(90)}\nb,B\n${row(90)}\nc,C`);
  expect(records.map(({ line, problem }) => [line, problem === undefined])).toEqual([
    [1, true],
    [2, false],
    [3, true],
    [4, false],
    [5, true],
  ]);
  await expect(recordsOf(`Key,Name\nb,B\n${row(5_000)}\nc,C`)).rejects.toThrow("line 3 cannot be read");
});

it("A row whose quotes do not match is refused as a product, in every format", async () => {
  const headings = "Handle,Title,Type,SKU,Name,Key,Price";
  const mapping = { key: "Key", name: "Name", price: "Price" };
  for (const format of ["own", "other", "shopify", "woocommerce"] as const) {
    const records = readRecords(piecesOf(`${headings}\n,,,,A,a,1\n,,,,15" B,b,2\n,,,,C,c,3\n`, 9), ",");
    const problems: (string | undefined)[] = [];
    for await (const { line, problem } of readProducts(records, { format, mapping, variants: "products" })) {
      problems.push(`${line} ${problem?.slice(0, 30) ?? ""}`.trim());
    }
    expect(problems, format).toEqual(["2", "3 Line 3: the quotes do not match", "4"].map((each) => each.slice(0, 32)));
  }
});

it("A heading whose quotes do not match, and a cell that is never closed, are faults of the file", async () => {
  await expect(recordsOf('Key,15" Name\na,A\n')).rejects.toThrow("The row that begins on line 1 cannot be read");
  await expect(recordsOf('Key,15" Name')).rejects.toThrow("The row that begins on line 1 cannot be read");
  await expect(recordsOf('Key,Name\na,A\nb,"B\nc,C\n')).rejects.toThrow("The row that begins on line 3 cannot be read");
  await expect(recordsOf('Key,Name\na,1"\nb,"B\r\nc,C\n')).rejects.toThrow("line 3 cannot be read");
});

it.each([
  ["sep=;\r\nKey;Name, long\r\na;A, B, C\r\n", ";"],
  ['"sep=;"\nKey;Name, long\na;A, B, C\n', ";"],
  ["SEP=\t\nKey\tName, long\na\tA, B, C\n", "\t"],
])("The first line of a spreadsheet that names its delimiter is no heading: %j", async (text, delimiter) => {
  expect(await columnsOf(text)).toEqual({ delimiter, names: ["Key", "Name, long"] });
  const records = await recordsOf(text, delimiter);
  expect(records).toEqual([
    { line: 2, cells: ["Key", "Name, long"] },
    { line: 3, cells: ["a", "A, B, C"] },
  ]);
});
