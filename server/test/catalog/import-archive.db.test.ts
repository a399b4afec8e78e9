import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { deleteOldImports } from "../../src/domain/import/delete-old.ts";
import { fetchImportImages } from "../../src/domain/import/fetch-images.ts";
import { runImports } from "../../src/domain/import/run.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { plain } from "../harness/images.ts";
import { catalogHash, importing } from "../harness/importing.ts";
import { startTestShop } from "../harness/shop.ts";
import { zipOf } from "../harness/zip.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret }, poolMax: 5 });
let admin: Customer;
let [oak, ash]: Buffer[] = [];

beforeAll(async () => {
  admin = await insertCustomer(shop.db, { isAdmin: true });
  [oak, ash] = await Promise.all([
    plain().png().toBuffer(),
    plain()
      .composite([{ input: { create: { width: 2, height: 2, channels: 3, background: "red" } } }])
      .png()
      .toBuffer(),
  ]);
});

const { read, upload, rowsOf, check, apply, undo, call } = importing({
  shop: () => ({ origin: shop.origin, cookie: admin.cookie }),
  work: () =>
    runImports(shop.db, {
      isStopping: () => false,
      onItemError: (error) => {
        throw error;
      },
    }),
});

async function sendImages(id: string, content: Buffer) {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(content)]), "photos.zip");
  const headers = { cookie: admin.cookie };
  const response = await fetch(`${shop.origin}/api/imports/${id}/images`, { method: "POST", body: form, headers });
  return { status: response.status, body: z.looseObject({}).parse(await response.json()) };
}

/** No image of a ZIP comes from an address. */
const store = () =>
  fetchImportImages(
    {
      db: shop.db,
      storage: shop.storage,
      fetchImage: async (address) => {
        throw new Error(`${address} was fetched`);
      },
    },
    () => false,
  );
const imageOf = async (name: string) =>
  (await shop.pool.query<{ image: string }>("select image from products where name = $1", [name])).rows[0]?.image;

describe("a ZIP of images beside a file", () => {
  it("gives each product the image that its row names, of whatever folder, and an undo takes them back", async () => {
    const before = await catalogHash(shop.pool);
    const file = "Key,Name,Price,Image\nz1,Oak,5,OAK.png\nz2,Ash,5,wood/ash.png\nz3,Bare,5,\n";
    const id = await upload(file);
    expect(await check(id)).toMatchObject({ counts: { new: 1, refused: 2 }, archive: null });
    expect((await rowsOf(id))[0]?.reason).toBe("Image “OAK.png” is no address. Send a ZIP with a file of this name.");

    const zip = zipOf([
      { name: "photos/oak.png", content: oak ?? Buffer.alloc(0) },
      { name: "photos/wood/ash.png", content: ash ?? Buffer.alloc(0), method: 0 },
      { name: "unused.png", content: randomBytes(50_000) },
    ]);
    expect(await sendImages(id, zip)).toMatchObject({ status: 201, body: { images: 3 } });
    expect(await read(id)).toMatchObject({ state: "uploaded", archive: { fileName: "photos.zip", images: 3 } });
    expect(await check(id)).toMatchObject({ counts: { new: 3, refused: 0 } });
    expect(await apply(id)).toMatchObject({ images: { waiting: 2 } });
    await store();
    expect(await read(id)).toMatchObject({ images: { waiting: 0, stored: 2, failed: 0 } });
    for (const name of ["Oak", "Ash"]) expect(await imageOf(name)).toMatch(/^\/uploads\/.+\.webp$/);
    expect(await imageOf("Oak")).not.toBe(await imageOf("Ash"));

    // Without the ZIP, and with the same one, nothing changes; another image of the same name is a change.
    const again = await upload(file);
    expect(await check(again)).toMatchObject({ counts: { same: 3 } });
    await sendImages(again, zip);
    expect(await check(again)).toMatchObject({ counts: { same: 3 } });
    await sendImages(again, zipOf([{ name: "oak.png", content: ash ?? oak ?? Buffer.alloc(0) }]));
    expect(await check(again)).toMatchObject({ counts: { same: 2, changed: 1 } });
    expect((await sendImages(id, zip)).status).toBe(409);
    expect(await undo(id)).toMatchObject({ state: "undone", leftAlone: 0 });
    expect(await catalogHash(shop.pool)).toBe(before);
  });

  it("lists what is missing, ambiguous, too large, no image or damaged by its row, and imports the others", async () => {
    const content = oak ?? Buffer.alloc(0);
    const zip = zipOf([
      { name: "good.png", content },
      { name: "a/twice.png", content },
      { name: "b/twice.png", content },
      { name: "large.png", content: randomBytes(5_300_000), method: 0 },
      { name: "text.png", content: Buffer.from("<svg onload=alert(1)>") },
      { name: "damaged.png", content, declaredCrc32: 7 },
      { name: "liar.png", content: randomBytes(6_000_000), declaredBytes: 1_000 },
    ]);
    const names = ["good.png", "twice.png", "large.png", "missing.png", "text.png", "damaged.png", "liar.png"];
    const id = await upload(
      `Key,Name,Price,Image\n${names.map((name) => `m-${name},Item ${name},5,${name}`).join("\n")}\nm-x,Traversal,5,../../etc/passwd\nm-y,Forged,5,zip:0-0:good.png\n`,
    );
    expect((await sendImages(id, zip)).status).toBe(201);
    expect(await check(id)).toMatchObject({ counts: { new: 4, refused: 5 } });
    const reasons = (await rowsOf(id)).flatMap(({ line, reason }) => (reason === "" ? [] : [[line, reason]]));
    expect(reasons).toEqual([
      [3, "The ZIP has several images “twice.png”"],
      [4, "Image “large.png” is larger than 5 MB"],
      [5, "The ZIP has no image “missing.png”"],
      [9, "The ZIP has no image “../../etc/passwd”"],
      [10, "The ZIP has no image “zip:0-0:good.png”"],
    ]);
    await apply(id);
    await store();
    expect(await read(id)).toMatchObject({ images: { waiting: 0, stored: 1, failed: 3 } });
    expect(await call("failedImages", { id }, false)).toMatchObject([
      { name: "Item damaged.png", address: "damaged.png (ZIP)", reason: "The image in the ZIP is damaged" },
      { name: "Item liar.png", reason: "The image in the ZIP is damaged" },
      { name: "Item text.png", reason: "The file must be a JPEG, PNG, WebP, AVIF or GIF picture" },
    ]);
    expect(await undo(id)).toMatchObject({ state: "undone" });
  });

  it("finds the image of each row where every folder has a file of this name, and refuses a name that cannot be stored", async () => {
    const content = Buffer.from("image");
    const folders = Array.from({ length: 2_000 }, (_, n) => `Item-${n}`);
    const zip = zipOf(folders.map((folder) => ({ name: `photos/${folder}/Front.png`, content })));
    // What follows the beginning of a file may be no text.
    const rows = folders.map((folder) => `f-${folder},${folder},5,${folder}/front.png,${"A folder each. ".repeat(12)}`);
    const odd = ["f-x,Odd,5,Front.png", "f-y,Odd,5,a\u0000b.png", "f-z,Odd,5,photos/item-7/front.png"];
    const id = await upload(`Key,Name,Price,Image,Description\n${[...rows, ...odd].join("\n")}\n`);
    expect((await sendImages(id, zip)).status).toBe(201);
    expect(await check(id)).toMatchObject({ counts: { new: 2_001, refused: 2 } });
    const { rows: sources } = await shop.pool.query(
      "select changes->'image'->>1 as image, name from import_rows where import_id = $1 and outcome = 'new' and line < 2002",
      [id],
    );
    for (const { image, name } of sources)
      expect(image).toMatch(new RegExp(`:photos/${name.toLowerCase()}/front.png$`));
    expect(await call("rows", { id, outcome: "refused" }, false)).toMatchObject({
      rows: [{ reason: "The ZIP has several images “Front.png”" }, { reason: "The ZIP has no image “ab.png”" }],
    });
  });

  it("is refused as a whole with its reason, and then nothing of it stays", async () => {
    const id = await upload("Key,Name,Price,Image\nr1,Oak,5,oak.png\n");
    for (const [content, reason] of [
      [Buffer.from("no zip"), "This is no ZIP that can be read"],
      [zipOf([]), "The ZIP has no files"],
      [zipOf([{ name: "../x.png", content: Buffer.alloc(9) }]), "This is no ZIP that can be read"],
      [zipOf([{ name: "inner.zip", content: Buffer.alloc(9) }]), "is an archive within the ZIP"],
      [zipOf([{ name: "bomb.png", content: Buffer.alloc(30_000_000) }]), "grows too much"],
    ] as const) {
      const { status, body } = await sendImages(id, content);
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain(reason);
    }
    expect((await shop.pool.query("select from import_archives where import_id = $1", [id])).rowCount).toBe(0);
    expect((await read(id)).archive).toBeNull();
  });

  it("is deleted with its file after a week, its rows after 90 days, and the import after 13 months if it changed products", async () => {
    const id = await upload("Key,Name,Price,Image\nd9,Elm,5,oak.png\n");
    await sendImages(id, zipOf([{ name: "oak.png", content: oak ?? Buffer.alloc(0) }]));
    await shop.pool.query("update imports set state = 'applied' where id = $1", [id]);
    await shop.pool.query(
      "insert into import_rows (import_id, line, outcome, key, name) select $1, n, 'new', n, n from generate_series(2, 400) n",
      [id],
    );
    const left = async (age: string) => {
      await shop.pool.query("update imports set created_at = now() - $2::interval where id = $1", [id, age]);
      await deleteOldImports(shop.db);
      const { rows } = await shop.pool.query(
        `select (select count(*)::int from import_chunks where import_id = $1) as chunks,
           (select count(*)::int from import_archives where import_id = $1) as archives,
           (select count(*)::int from import_rows where import_id = $1) as rows,
           (select count(*)::int from imports where id = $1) as imports`,
        [id],
      );
      return rows[0];
    };
    expect(await left("6 days")).toEqual({ chunks: 1, archives: 1, rows: 399, imports: 1 });
    expect(await left("89 days")).toEqual({ chunks: 0, archives: 0, rows: 399, imports: 1 });
    expect(await left("91 days")).toEqual({ chunks: 0, archives: 0, rows: 0, imports: 1 });
    expect(await left("12 months")).toMatchObject({ imports: 1 });
    expect(await left("14 months")).toMatchObject({ imports: 0 });
  });

  it("is deleted with its file after a week, and one that nothing refers to after a day", async () => {
    const id = await upload("Key,Name,Price,Image\nd1,Oak,5,oak.png\n");
    await sendImages(id, zipOf([{ name: "oak.png", content: oak ?? Buffer.alloc(0) }]));
    await shop.pool.query(
      `insert into import_archives (id, import_id, file_name, created_at)
       values (gen_random_uuid(), $1, 'broken-off.zip', now() - interval '25 hours')`,
      [id],
    );
    const count = async () =>
      (await shop.pool.query("select from import_archives where import_id = $1", [id])).rowCount;
    expect(await count()).toBe(2);
    await deleteOldImports(shop.db);
    expect(await count()).toBe(1);
    await shop.pool.query("update imports set created_at = now() - interval '8 days' where id = $1", [id]);
    await deleteOldImports(shop.db);
    expect(await count()).toBe(0);
    expect((await shop.pool.query("select from import_archive_chunks")).rowCount).toBe(
      Number(
        (
          await shop.pool.query(
            "select count(*) n from import_archive_chunks c join import_archives a on a.id = c.archive_id",
          )
        ).rows[0].n,
      ),
    );
  });
});
