import { beforeEach, describe, expect, it, vi } from "vitest";
import { fetchImportImages } from "../../src/domain/import/fetch-images.ts";
import { runImports } from "../../src/domain/import/run.ts";
import { applyPlannedPrices } from "../../src/domain/price/apply-planned-prices.ts";
import type { FetchImage } from "../../src/infra/fetch-image.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { plain } from "../harness/images.ts";
import { catalogHash as hashOf, importing, unlikeTheDryRun } from "../harness/importing.ts";
import { fileReadersOf } from "../harness/process.ts";
import { startTestShop } from "../harness/shop.ts";
import { exportKinds, wholeExport } from "../harness/shop-exports.ts";
import { shopifyFile, shopifyProduct } from "../harness/shopify-file.ts";
import { width } from "../harness/width.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret }, poolMax: 5 });
let admin: Customer;

beforeEach(async () => {
  admin ??= await insertCustomer(shop.db, { isAdmin: true });
});

const work = async () => {
  await runImports(shop.db, {
    isStopping: () => false,
    onItemError: (error) => {
      throw error;
    },
  });
  await applyPlannedPrices(shop.db);
};
const { call, read, upload, rowsOf, conflictsOf, check, apply, undo } = importing({
  shop: () => ({ origin: shop.origin, cookie: admin.cookie }),
  work,
});
const catalogHash = () => hashOf(shop.pool);

const exported = async () =>
  (await fetch(`${shop.origin}/api/products.csv`, { headers: { cookie: admin.cookie } })).text();

const versionOf = async (name: string) =>
  (await shop.pool.query("select version from products where name = $1", [name])).rows[0].version;

const many = Number(process.env.IMPORT_ROWS ?? 400);
const productsOf = (count: number) => Array.from({ length: count }, (_, place) => shopifyProduct(place));

describe("an import", () => {
  it("shows what a Shopify export would change, changes just that, and nothing a second time; an undo restores it", async () => {
    await makeProduct(shop.db, { name: "Bystander" });
    const before = await catalogHash();
    const file = shopifyFile(productsOf(many), "older");
    const id = await upload(file, "products_export_1.csv");
    const started = performance.now();
    const checked = await check(id);
    if (many > 5_000) process.stdout.write(`dry run of ${many}: ${Math.round(performance.now() - started)} ms\n`);
    expect(checked).toMatchObject({ format: "shopify", state: "checked", counts: { new: many, refused: 0 } });
    expect(await catalogHash()).toBe(before);

    expect(await apply(id)).toMatchObject({ state: "applied", problem: "" });
    const after = await catalogHash();
    expect(after).not.toBe(before);
    const { rows } = await shop.pool.query("select * from products where name = 'Oak “Table” no. 13'");
    expect(rows[0]).toMatchObject({ price_cents: 2_295, count_in_stock: 13 });
    expect(rows[0].description).toBe("A table, **made** of oak.\n\n * Size 13\n * Oiled & waxed");

    const again = await upload(file);
    expect(await check(again)).toMatchObject({ counts: { new: 0, changed: 0, same: many, refused: 0 } });
    await call("start", { id });
    await work();
    expect(await catalogHash()).toBe(after);

    expect(await undo(id)).toMatchObject({ state: "undone", leftAlone: 0 });
    expect(await catalogHash()).toBe(before);
  });

  it("reads the newer columns of Shopify, and names variants or makes each a product", async () => {
    const variants = [
      shopifyProduct(9_001, { "Option1 name": "Size", "Option1 value": "S" }),
      { "URL handle": "oak-table-9001", "Option1 value": "M", Price: "31.00", "Inventory quantity": "4" },
      { "URL handle": "oak-table-9001", "Product image URL": "https://images.example/2.jpg", "Image position": "2" },
    ];
    const id = await upload(shopifyFile(variants));
    expect(await check(id)).toMatchObject({ counts: { refused: 1, new: 0 } });
    expect((await rowsOf(id))[0]?.reason).toContain("It has 2 variants (S, M)");
    expect(await check(id, { variants: "products" })).toMatchObject({ counts: { refused: 0, new: 2 } });
    expect((await rowsOf(id)).map(({ name, changes }) => [name, changes.priceCents?.[1]])).toEqual([
      ["Oak “Table” no. 9001 – S", 1_095],
      ["Oak “Table” no. 9001 – M", 3_100],
    ]);
  });

  it("reads a WooCommerce export with its variations", async () => {
    const file =
      'ID,Type,SKU,Name,Published,"Is featured?",Description,"In stock?",Stock,"Sale price","Regular price",Categories,Images,Parent,"Attribute 1 name","Attribute 1 value(s)"\n' +
      '44,variable,tee,"V-Neck",1,1,"<b>Soft</b>",1,,,,"Clothing > Tshirts, Sale",,,Color,"Blue, Red"\n' +
      '45,variation,tee-red,"V-Neck - Red",1,0,,1,7,,20,,,tee,Color,Red\n' +
      '46,simple,,Cap,0,0,"\'=1+1",1,,,18,"Clothing > Hats",,,,\n';
    const id = await upload(file);
    expect(await check(id, { variants: "products" })).toMatchObject({ format: "woocommerce", counts: { new: 2 } });
    const [red, cap] = await rowsOf(id);
    expect(red).toMatchObject({ key: "tee-red", name: "V-Neck - Red" });
    expect(red?.changes).toMatchObject({
      priceCents: [null, 2_000],
      category: [null, "Tshirts"],
      description: [null, "**Soft**"],
    });
    expect(cap?.changes).toMatchObject({ key: [null, "id:46"], state: [null, "draft"], description: [null, "=1+1"] });
  });

  it("reads files of any spreadsheet: with a mark, in UTF-16, with semicolons, tabs and broken lines", async () => {
    const text = 'Artikel;Titel;Preis;Menge\r\n"A;1";"Stuhl ""Eiche""\r\n";"1.299,50";4\r\n';
    const mapping = { key: "Artikel", name: "Titel", price: "Preis", stock: "Menge" };
    const utf16 = Buffer.from(`\ufeff${text}`, "utf16le");
    const files = [
      text,
      `\ufeff${text}`,
      new Uint8Array(utf16),
      new Uint8Array(Buffer.from(utf16).swap16()),
      text.replaceAll("A;1", "A1").replaceAll(";", "\t"),
    ];
    for (const file of files) {
      const id = await upload(file);
      expect(await check(id, {}, mapping)).toMatchObject({ counts: { new: 1, refused: 0 } });
      expect((await rowsOf(id))[0]).toMatchObject({ name: 'Stuhl "Eiche"', changes: { priceCents: [null, 129_950] } });
    }
    const windows = await upload(new Uint8Array(Buffer.from("Key,Name\n1,Caf\xe9", "latin1")));
    expect((await read(windows)).columns[1]?.examples).toEqual(["Café"]);
    await expect(upload(new Uint8Array(Buffer.from("PK\u0003\u0004\u0000")))).rejects.toThrow("not a CSV file");
    await expect(upload('Key,Name\n1,"open')).rejects.toThrow("quotes");
  });

  it("takes its own export without a change, formulas included", async () => {
    for (const name of ["=1+1", "'=quoted", "@here", "+plus", "'plain", "-"]) {
      await makeProduct(shop.db, { name, description: 'two\nlines, "and" more' });
    }
    const file = await exported();
    expect(file).toContain("'=1+1");
    const id = await upload(file);
    const found = await check(id);
    expect(found).toMatchObject({ format: "own", counts: { new: 0, changed: 0, refused: 0 } });
    expect(found.counts.same).toBeGreaterThan(5);
  });

  it("refuses rows with their reasons and imports the others", async () => {
    const file =
      "Key,Name,Price,Stock,State\nr1,Good,5,1,\nr2,,5,1,\nr3,Bad price,five,1,\nr4,Bad stock,5,-1,\n,No key,5,1,\nr1,Twice,5,1,\nr5,State,5,1,maybe\n";
    const id = await upload(file);
    expect(await check(id)).toMatchObject({ counts: { new: 1, refused: 6 } });
    expect((await rowsOf(id)).map(({ line, reason }) => [line, reason])).toEqual([
      [2, ""],
      [3, "Name is required"],
      [4, "Price “five” is not a number"],
      [5, "Count in stock cannot be negative"],
      [6, "Key is required, to find the product again"],
      [7, "The file has this product twice"],
      [8, "State must be published or draft"],
    ]);
    const rows = await fetch(`${shop.origin}/api/imports/${id}/rows.csv`, { headers: { cookie: admin.cookie } });
    expect(await rows.text()).toContain("4,refused,r3,Bad price,Price “five” is not a number");
  });

  it("reads its numbers by the decimal mark that any of them shows, and says so", async () => {
    const file = "Key;Name;Price;Stock\ns1;Sofa;1.500;1.000\ns2;Chair;1.299,00;7\ns3;Stool;12,5;\ns4;Bench;1.500,-;2\n";
    const id = await upload(file);
    expect(await check(id)).toMatchObject({
      counts: { new: 4, refused: 0 },
      hint: "Numbers are read with a decimal comma, as in 1.299,00.",
    });
    const read = (await rowsOf(id)).map(({ changes: { priceCents, countInStock } }) => [
      priceCents?.[1],
      countInStock?.[1],
    ]);
    expect(read).toEqual([
      [150_000, 1_000],
      [129_900, 7],
      [1_250, 3],
      [150_000, 2],
    ]);
  });

  it("guesses no number that can be two, quotes it, and reads it as the admin chooses", async () => {
    const id = await upload("Key,Name,Price,Stock\na1,Sofa,1.500,5\na2,Lamp,20,1.000\na3,Rug,30,4\n");
    const open = await check(id);
    expect(open).toMatchObject({
      counts: { new: 1, refused: 2 },
      hint: expect.stringContaining("Choose the decimal mark"),
    });
    expect((await rowsOf(id)).map(({ reason }) => reason)).toEqual([
      "Price “1.500” can be 1,500 or 1.5. Choose the decimal mark and check again.",
      "Stock “1.000” can be 1,000 or 1. Choose the decimal mark and check again.",
      "",
    ]);
    expect(await check(id, { decimal: "," })).toMatchObject({ counts: { new: 3, refused: 0 } });
    expect((await rowsOf(id)).map(({ changes }) => changes.priceCents?.[1])).toEqual([150_000, 2_000, 3_000]);
    expect(await check(id, { decimal: "." })).toMatchObject({ counts: { new: 3, refused: 0 } });
    expect((await rowsOf(id)).map(({ changes }) => changes.priceCents?.[1])).toEqual([150, 2_000, 3_000]);
  });

  it("refuses a number with another decimal mark than the others, and what is no number", async () => {
    const id = await upload('Key,Name,Price\nm1,Sofa,"12,50"\nm2,Chair,(5.00)\nm3,Stool,19 90\nm4,Bench,Nr 12 19.90\n');
    await check(id, { decimal: "." });
    expect((await rowsOf(id)).map(({ reason }) => reason)).toEqual([
      "Price “12,50” has another decimal mark than the other numbers of the file",
      "Price “(5.00)” is not a number",
      "Price “19 90” is not a number",
      "Price “Nr 12 19.90” is not a number",
    ]);
  });

  it("refuses the second row of a product that one row names by its id and the other by its key", async () => {
    const product = await makeProduct(shop.db, { name: "Named twice" });
    const first = await upload(`ID,Key\n${product},twice-1\n`);
    const mapping = { id: "ID", key: "Key" };
    await check(first, {}, mapping);
    await apply(first);
    const id = await upload(`ID,Key,Price,Stock\n${product},twice-1,5,20\n,twice-1,6,30\n`);
    await check(id, {}, { ...mapping, price: "Price", stock: "Stock" });
    expect((await rowsOf(id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ["changed", ""],
      ["refused", "The file has this product twice"],
    ]);
  });

  it("goes back, with the last line that was read, when the process that reads it ends, and is not tried again", async () => {
    const before = await catalogHash();
    // Several times what the process is ahead of the batches.
    const rows = Array.from({ length: 5_000 }, (_, n) => `e${n},Name ${n} ${"x".repeat(60)},5\n`);
    const id = await upload(`Key,Name,Price\n${rows.join("")}`);
    const { mapping, options } = await read(id);
    await call("check", { id, mapping, options });
    const checking = work();
    await vi.waitFor(async () => expect((await read(id)).percent).toBeGreaterThan(0), {
      interval: 10,
      timeout: 30_000,
    });
    for (const pid of fileReadersOf(process.pid)) process.kill(pid, "SIGKILL");
    await checking;
    const found = await read(id);
    expect(found.state).toBe("uploaded");
    expect(found.problem).toMatch(
      /^(The beginning|What comes after line [0-9,]+) of the file takes too much time or memory/,
    );
    expect(await rowsOf(id)).toEqual([]);
    await work();
    expect(await read(id)).toMatchObject({ state: "uploaded", problem: found.problem });
    expect(await catalogHash()).toBe(before);
    expect(await check(id)).toMatchObject({ state: "checked", problem: "", counts: { new: 5_000 } });
  });

  it("refuses the rows of hostile cells by their lines, and imports the others", async () => {
    const html = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const rows = [
      `h1,Good,5,${html("<p>Fine</p>")}`,
      `h2,Spans,5,${html('<table><tr><td colspan="1000000">A</td><td rowspan="1000000">B</td></tr></table>')}`,
      `h3,Price,-${"a".repeat(220_000)}1,`,
      `h4,Open,5,${html("<p ".repeat(40_000))}`,
      `h5,Nested,5,${html("<div>".repeat(5_000))}`,
      "h6,Last,5,",
    ];
    const id = await upload(`Key,Name,Price,Description\n${rows.join("\n")}\n`);
    expect(await check(id)).toMatchObject({ counts: { new: 4, refused: 2 }, warnings: { "description-cut": 1 } });
    expect((await rowsOf(id)).map(({ line, reason }) => [line, reason])).toEqual([
      [2, ""],
      [3, ""],
      [4, "Line 4: the cell “Price” has more than 1,000 characters"],
      [5, ""],
      [6, "Line 6: the description has too many tags within each other"],
      [7, ""],
    ]);
  });

  it("adds stock if that is chosen, once for the same file, and an undo leaves sales and others' changes alone", async () => {
    const first = await upload("Key,Name,Price,Stock\ns1,Lamp,10,5\ns2,Bulb,2,5\n");
    await check(first);
    await apply(first);
    const before = await catalogHash();
    const file = "Key,Price,Stock\ns1,12,10\ns2,3,10\n";
    const id = await upload(file);
    await check(id, { stock: "add" });
    await shop.pool.query("update products set count_in_stock = 4 where name = 'Lamp'");
    expect(await apply(id)).toMatchObject({ state: "applied" });
    const stock = async () =>
      (await shop.pool.query("select count_in_stock as n, price_cents as c from products where name = 'Lamp'")).rows[0];
    expect(await stock()).toEqual({ n: 14, c: 1_200 });
    const twice = await upload(file);
    expect(await check(twice, { stock: "add" })).toMatchObject({ counts: { changed: 0, same: 2 } });

    await shop.pool.query("update products set count_in_stock = 12 where name = 'Lamp'");
    await shop.pool.query("update products set price_cents = 777 where name = 'Bulb'");
    expect(await conflictsOf(id)).toMatchObject([{ name: "Bulb", changes: { priceCents: [300, 777] } }]);
    expect(await undo(id)).toMatchObject({ state: "undone", leftAlone: 1 });
    expect(await stock()).toEqual({ n: 2, c: 1_000 });
    await shop.pool.query("update products set count_in_stock = 5 where name = 'Lamp'");
    await shop.pool.query("update products set price_cents = 200 where name = 'Bulb'");
    expect(await catalogHash()).toBe(before);
  });

  it("says what changed in the shop since the check, and then writes nothing", async () => {
    const first = await upload("Key,Name,Price\nc1,Desk lamp,10\nc2,Chair,20\n");
    await check(first);
    await apply(first);
    const id = await upload("Key,Price\nc1,11\nc2,21\n");
    await check(id);
    await shop.pool.query("update products set price_cents = 999 where name = 'Chair'");
    const before = await catalogHash();
    const version = await versionOf("Desk lamp");
    const found = await apply(id);
    expect(found.state).toBe("checked");
    expect(found.problem).toContain("Chair (line 3)");
    expect(await catalogHash()).toBe(before);
    expect(await versionOf("Desk lamp")).toBe(version);
    expect(await check(id)).toMatchObject({ problem: "", counts: { changed: 2 } });
    expect(await apply(id)).toMatchObject({ state: "applied" });
  });

  it("puts fetched images on the products, lists what failed with its reason, and takes them back", async () => {
    const before = await catalogHash();
    const file =
      "Key,Name,Price,Image\ni1,Vase,5,https://images.example/1.png\ni2,Jug,5,https://images.example/2.png\n";
    const id = await upload(file);
    await check(id);
    await apply(id);
    const content = await plain().png().toBuffer();
    const fetchImage: FetchImage = async (address) =>
      address.endsWith("1.png") ? { content } : { problem: "The address is not public", isPassing: false };
    await fetchImportImages({ db: shop.db, storage: shop.storage, fetchImage }, () => false);
    expect(await read(id)).toMatchObject({ images: { waiting: 0, stored: 1, failed: 1 } });
    expect(await call("failedImages", { id }, false)).toMatchObject([
      { name: "Jug", reason: "The address is not public" },
    ]);
    const { rows } = await shop.pool.query(
      "select image from products where name in ('Vase', 'Jug') order by name desc",
    );
    expect(rows).toEqual([
      { image: expect.stringMatching(/^\/uploads\/.+\.webp$/) },
      { image: "/static/no-picture.svg" },
    ]);
    expect(await check(await upload(file))).toMatchObject({ counts: { same: 2 } });
    expect(await undo(id)).toMatchObject({ leftAlone: 0 });
    expect(await catalogHash()).toBe(before);
  });

  it("goes on where it was when its connections are lost midway", async () => {
    const id = await upload(shopifyFile(Array.from({ length: 600 }, (_, place) => shopifyProduct(20_000 + place))));
    await check(id);
    const before = await catalogHash();
    await call("start", { id });
    let asked = 0;
    let cut = 0;
    const cutAll = () =>
      shop.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'shop large acts'`,
      );
    await runImports(shop.services.largeActs, {
      isStopping: () => {
        asked += 1;
        if (asked % 5 === 0) void cutAll().then(({ rowCount }) => (cut += rowCount ?? 0));
        return false;
      },
      onItemError: (error) => {
        throw error;
      },
    });
    expect(cut).toBeGreaterThan(0);
    expect(await read(id)).toMatchObject({ state: "applied" });
    expect(await unlikeTheDryRun(shop.pool, id)).toEqual([]);
    expect(await undo(id)).toMatchObject({ leftAlone: 0 });
    expect(await catalogHash()).toBe(before);
  });
});

describe.each(exportKinds)("an export of the kind %s", (kind) => {
  const { content, counts } = wholeExport(kind, 20_261_123, width.exportedProducts);

  it("is read to the last row: the dry run writes nothing, applying does what it says, twice does nothing, undo restores", async () => {
    await makeProduct(shop.db, { name: "Bystander" });
    const before = await catalogHash();
    const id = await upload(content);
    expect(await check(id)).toMatchObject({ format: kind.replace(/-.*/, ""), counts: counts.refuse });
    expect(await check(id, { variants: "products" })).toMatchObject({ counts: { ...counts.products, changed: 0 } });
    expect(await catalogHash()).toBe(before);
    expect(await apply(id)).toMatchObject({ state: "applied", problem: "" });
    expect(await unlikeTheDryRun(shop.pool, id)).toEqual([]);
    const after = await catalogHash();

    const again = await check(await upload(content), { variants: "products" });
    expect(again.counts).toEqual({ new: 0, changed: 0, same: counts.products.new, refused: counts.products.refused });
    const changed = await upload(content.replaceAll("The maker", "Our maker").replaceAll("Maker & Sons 1", "Makers"));
    expect((await check(changed, { variants: "products" })).counts.changed).toBeGreaterThan(width.exportedProducts / 6);
    expect(await apply(changed)).toMatchObject({ state: "applied", problem: "" });
    expect(await unlikeTheDryRun(shop.pool, changed)).toEqual([]);
    expect(await undo(changed)).toMatchObject({ state: "undone", leftAlone: 0 });
    expect(await catalogHash()).toBe(after);
    expect(await undo(id)).toMatchObject({ state: "undone", leftAlone: 0 });
    expect(await catalogHash()).toBe(before);
  });

  it("is the same for the same seed", () => {
    expect(wholeExport(kind, 7, 100)).toEqual(wholeExport(kind, 7, 100));
    expect(wholeExport(kind, 7, 100).content).not.toBe(wholeExport(kind, 8, 100).content);
  });
});

describe("further images", () => {
  const content = () => plain().png().toBuffer();
  const imagesOf = async (name: string) =>
    (
      await shop.pool.query(
        `select p.image, array(select i.image from product_images i where i.product_id = p.id order by i.position) as more
         from products p where name = $1 and deleted_at is null`,
        [name],
      )
    ).rows[0];
  const fetchAll = async (isThere: (address: string) => boolean) => {
    const asked: string[] = [];
    const png = await content();
    const fetchImage: FetchImage = async (address) => {
      asked.push(address);
      return isThere(address) ? { content: png } : { problem: "It was answered with status 404", isPassing: false };
    };
    for (let round = 0; round < 5; round += 1) {
      await fetchImportImages({ db: shop.db, storage: shop.storage, fetchImage }, () => false);
    }
    return asked;
  };
  const stored = expect.stringMatching(/^\/uploads\/.+\.webp$/);

  it("come together once all are fetched, each address once, and are taken back", async () => {
    const before = await catalogHash();
    const rows = [
      "Handle,Title,Option1 Name,Option1 Value,Variant Price,Image Src",
      "f,Frame,Size,S,5,https://i.example/1.png",
    ];
    const file = await upload([...rows, "f,,,M,6,https://i.example/2.png", "f,,,,,https://i.example/3.png"].join("\n"));
    await check(file, { variants: "group" });
    await apply(file);
    expect(await read(file)).toMatchObject({ images: { waiting: 6, stored: 0, failed: 0 } });
    const asked = await fetchAll((address) => !address.endsWith("2.png"));
    expect(asked.filter((address) => address.endsWith("3.png"))).toHaveLength(1);
    expect(await read(file)).toMatchObject({ images: { waiting: 0, stored: 4, failed: 2 } });
    expect(await imagesOf("Frame")).toEqual({ image: stored, more: [stored] });
    expect(await call("failedImages", { id: file }, false)).toMatchObject([
      { name: "Frame", address: "https://i.example/2.png" },
      { name: "Frame", address: "https://i.example/2.png" },
    ]);
    await call("fetchAgain", { id: file });
    await fetchAll(() => true);
    expect((await imagesOf("Frame")).more).toHaveLength(2);
    expect(await undo(file)).toMatchObject({ leftAlone: 0 });
    expect(await catalogHash()).toBe(before);
  });

  it("of a product that has some are replaced, unless somebody has chosen others since, and are exported", async () => {
    const first = await upload("Key,Name,Price,Image\np,Poster,5,https://i.example/a.png|https://i.example/b.png\n");
    await check(first);
    await apply(first);
    await fetchAll(() => true);
    const hash = await catalogHash();
    const second = await upload("Key,Name,Price,Image\np,Poster,5,https://i.example/a.png|https://i.example/c.png\n");
    expect(await check(second)).toMatchObject({ counts: { changed: 1 } });
    await apply(second);
    await fetchAll(() => true);
    expect(await catalogHash()).not.toBe(hash);
    expect((await check(await upload(await exported()))).counts).toMatchObject({ new: 0, changed: 0, refused: 0 });
    expect(await undo(second)).toMatchObject({ leftAlone: 0 });
    expect(await catalogHash()).toBe(hash);
    const third = await upload("Key,Name,Price,Image\np,Poster,5,https://i.example/a.png|https://i.example/d.png\n");
    await check(third);
    await apply(third);
    await shop.pool.query(
      "update product_images set image = '/uploads/own.webp' where product_id in (select id from products where name = 'Poster')",
    );
    await fetchAll(() => true);
    expect((await imagesOf("Poster")).more).toEqual(["/uploads/own.webp"]);
    expect(await conflictsOf(third)).toMatchObject([
      { changes: { moreImages: [expect.anything(), "/uploads/own.webp"] } },
    ]);
    expect(await undo(third)).toMatchObject({ leftAlone: 1 });
    expect((await imagesOf("Poster")).more).toEqual(["/uploads/own.webp"]);
  });
});
