import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openZip, zipPathOf } from "../../src/infra/zip.ts";
import { type ZippedFile, zipOf } from "../harness/zip.ts";

const open = (zip: Buffer) =>
  openZip(async function* (start, end) {
    yield zip.subarray(start, end);
  }, zip.length);
const file = (name: string, content = randomBytes(2_000)): ZippedFile => ({ name, content });
const megabyte = 1_048_576;

describe("a ZIP of images", () => {
  it("is listed by names in one case and Unicode form, and read file by file", async () => {
    const [cafe, table] = [randomBytes(3_000), randomBytes(4_000)];
    const zip = await open(
      zipOf([
        { name: "Photos/Cafe\u0301.JPG", content: cafe },
        { name: "table.png", content: table, method: 0 },
        ...[file("photos/", Buffer.alloc(0)), file("__MACOSX/._table.png"), file(".DS_Store"), file("x/Thumbs.db")],
      ]),
    );
    expect(zip.entries.map(({ path }) => path)).toEqual(["photos/café.jpg", "table.png"]);
    expect(await zip.read(zipPathOf(".\\PHOTOS\\Café.jpg"), megabyte)).toEqual(cafe);
    expect(await zip.read("table.png", megabyte)).toEqual(table);
    await expect(zip.read("other.png", megabyte)).rejects.toThrow("no such file");
    zip.close();
  });

  it("keeps no name that could be a path elsewhere", async () => {
    for (const name of ["../../etc/passwd", "/etc/passwd", "C:\\windows\\x.png", "a/../../b.png"]) {
      await expect(open(zipOf([file(name)]))).rejects.toThrow(/no ZIP that can be read/);
    }
    await expect(open(zipOf([file(`${"x".repeat(400)}.png`)]))).rejects.toThrow("name is too long");
    await expect(open(zipOf([file("a\u0000.png")]))).rejects.toThrow("name is too long or cannot be stored");
  });

  it("lists many files in few readings", async () => {
    const bytes = zipOf(Array.from({ length: 5_000 }, (_, n) => file(`photos/${n}/front.png`, Buffer.from(`${n}`))));
    let readings = 0;
    const zip = await openZip(async function* (start, end) {
      readings += 1;
      yield bytes.subarray(start, end);
    }, bytes.length);
    expect(zip.entries).toHaveLength(5_000);
    expect(readings).toBeLessThan(10);
    expect(await zip.read("photos/4999/front.png", megabyte)).toEqual(Buffer.from("4999"));
    zip.close();
  });

  it("is refused for what a file has beside its name, and for a name of combining marks, before they are read", async () => {
    await expect(open(zipOf([{ ...file("a.png"), comment: Buffer.alloc(5_000) }]))).rejects.toThrow(
      "a file with too much beside its name",
    );
    await expect(open(zipOf([file(`${"\u0301\u0316".repeat(16_000)}.png`)]))).rejects.toThrow("name is too long");
    const marked = await open(
      zipOf([file(`${"e\u0301".repeat(150)}.png`.slice(0, 300)), { ...file("b.png"), comment: Buffer.alloc(90) }]),
    );
    expect(marked.entries).toHaveLength(2);
    marked.close();
  });

  it("is refused if it is none, damaged, encrypted, nested, or packed in an unusual way", async () => {
    const good = zipOf([file("a.png")]);
    for (const bytes of [Buffer.alloc(0), Buffer.from("PK"), randomBytes(5_000), good.subarray(0, -30)]) {
      await expect(open(bytes)).rejects.toThrow("This is no ZIP that can be read");
    }
    await expect(open(zipOf([{ ...file("a.png"), flags: 1 }]))).rejects.toThrow("encrypted");
    await expect(open(zipOf([file("more.ZIP")]))).rejects.toThrow("is an archive within the ZIP");
    await expect(open(zipOf([file("more.tar.gz")]))).rejects.toThrow("is an archive within the ZIP");
    await expect(open(zipOf([{ ...file("a.png"), method: 14 }]))).rejects.toThrow("packed in an unusual way");
    await expect(open(zipOf([file("a.png"), file("A.png")]))).rejects.toThrow("two files named “a.png”");
  });

  it("is refused if it was made to fill memories: by what it declares", async () => {
    const bomb = Buffer.alloc(40 * megabyte);
    await expect(open(zipOf([file("bomb.png", bomb)]))).rejects.toThrow("“bomb.png” grows too much");
    const small = Array.from({ length: 300 }, (_, n) => file(`${n}.png`, Buffer.alloc(megabyte)));
    await expect(open(zipOf(small))).rejects.toThrow("The ZIP grows too much");
    const shared: ZippedFile[] = [file("0.png", randomBytes(50_000))];
    for (let n = 1; n < 50; n += 1) shared.push({ ...file(`${n}.png`, randomBytes(50_000)), sharesBytesOf: 0 });
    await expect(open(zipOf(shared))).rejects.toThrow("larger than itself");
    const many = Array.from({ length: 20_001 }, (_, n) => file(`${n}.png`, Buffer.alloc(1)));
    await expect(open(zipOf(many))).rejects.toThrow("more than 20,000 files");
    await expect(open(zipOf([file("a.png")], { entryCount: 60_000 }))).rejects.toThrow("more than 20,000 files");
  });

  it("gives up on a file that lies about its size or is damaged, and reads the others", async () => {
    const content = randomBytes(3 * megabyte);
    const honest = file("honest.png");
    const zip = await open(
      zipOf([
        { name: "less.png", content, declaredBytes: 1_000 },
        { name: "more.png", content: randomBytes(1_000), declaredBytes: 100_000 },
        { name: "wrong.png", content: randomBytes(1_000), declaredCrc32: 1 },
        { name: "large.png", content, method: 0 },
        honest,
      ]),
    );
    await expect(zip.read("less.png", megabyte)).rejects.toThrow("damaged");
    await expect(zip.read("more.png", megabyte)).rejects.toThrow("damaged");
    await expect(zip.read("wrong.png", megabyte)).rejects.toThrow("damaged");
    await expect(zip.read("large.png", megabyte)).rejects.toThrow("larger than 1 MB");
    expect(await zip.read("honest.png", megabyte)).toEqual(honest.content);
    zip.close();
  });
});
