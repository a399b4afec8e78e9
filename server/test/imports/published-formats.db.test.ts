import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { importDelimiters, importEncodings, importMappingSchema } from "@shop/shared/catalog/import";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { runImports } from "../../src/domain/import/run.ts";
import { applyPlannedPrices } from "../../src/domain/price/apply-planned-prices.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { importedShop } from "../harness/imported-shop.ts";
import { importing } from "../harness/importing.ts";
import { expectNoItemError } from "../harness/no-item-error.ts";
import { startTestShop } from "../harness/shop.ts";

/**
 * Files as other shops, spreadsheets and people write them, each beside the check that it must get and the shop that must
 * result. An undo leads back to the shop before it.
 */
const folder = join(import.meta.dirname, "files");

const expectedSchema = z.strictObject({
  /** Files that are imported first. */
  after: z.array(z.string()).default([]),
  encoding: z.enum(importEncodings).optional(),
  delimiter: z.enum(importDelimiters).optional(),
  /** Columns that an owner chooses, because no format names them so. */
  columns: importMappingSchema.default({}),
  /** Why the whole file is refused. */
  refusal: z.string().optional(),
  check: z.unknown(),
  shop: z.unknown(),
});
const readExpected = (name: string) =>
  expectedSchema.parse(JSON.parse(readFileSync(join(folder, name.replace(/csv$/, "json")), "utf8")));
const files = readdirSync(folder).filter((name) => name.endsWith(".csv"));

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret }, poolMax: 5 });
let admin: Customer;
beforeAll(async () => {
  admin = await insertCustomer(shop.db, { isAdmin: true });
});
const work = async () => {
  await runImports(shop.db, { isStopping: () => false, onItemError: expectNoItemError });
  await applyPlannedPrices(shop.db);
};
const { upload, check, apply, undo, rowsOf, read, call } = importing({
  shop: () => ({ origin: shop.origin, cookie: admin.cookie }),
  work,
});

async function checkFile(name: string): Promise<string> {
  const { encoding, delimiter, columns } = readExpected(name);
  const id = await upload(readFileSync(join(folder, name)), name);
  const found = await read(id);
  if (encoding !== undefined || delimiter !== undefined)
    await call("readAs", { id, encoding: encoding ?? found.encoding, delimiter: delimiter ?? found.delimiter });
  const { mapping } = await read(id);
  await check(id, { variants: "group" }, { ...mapping, ...columns });
  return id;
}

/** What the check has shown: whose file it is, the number of rows by outcome, refusals and warnings by line. */
async function shownBy(id: string): Promise<unknown> {
  const { kind, format, encoding, delimiter, counts, hint } = await read(id);
  const rows = await rowsOf(id);
  const refused = rows.flatMap(({ line, outcome, reason }) => (outcome === "refused" ? [`${line}: ${reason}`] : []));
  const warnings = rows.flatMap(({ line, warnings: found }) =>
    found.map(({ kind: what, about }) => `${line}: ${what}${about === "" ? "" : `, ${about.slice(0, 80)}`}`),
  );
  const { new: made, changed, same } = counts;
  return {
    file: [kind, format, encoding, delimiter].join(" "),
    ...(made > 0 && { new: made }),
    ...(changed > 0 && { changed }),
    ...(same > 0 && { same }),
    ...(refused.length > 0 && { refused }),
    ...(warnings.length > 0 && { warnings }),
    ...(hint !== "" && { hint }),
  };
}

afterEach(async () => {
  await shop.pool.query("truncate products, brands, categories, earlier_orders, imports, old_addresses cascade");
  await shop.pool.query("delete from users where password_hash is null");
});

describe("files that follow published formats", () => {
  it("are many, each with what must become of it", () => {
    expect(files.length).toBeGreaterThanOrEqual(30);
  });

  it.each(files)("%s makes exactly the shop that it must, and an undo takes it back", async (name) => {
    const expected = readExpected(name);
    if (expected.refusal !== undefined) {
      await expect(checkFile(name)).rejects.toThrow(expected.refusal);
      return;
    }
    for (const first of expected.after) await apply(await checkFile(first));
    const before = await importedShop(shop.pool);
    const id = await checkFile(name);
    expect(await shownBy(id)).toEqual(expected.check);
    expect(await importedShop(shop.pool)).toEqual(before);
    const { counts } = await read(id);
    if (counts.new + counts.changed === 0) {
      expect(before).toEqual(expected.shop);
      return;
    }
    expect(await apply(id)).toMatchObject({ state: "applied", problem: "" });
    expect(await importedShop(shop.pool)).toEqual(expected.shop);
    const again = await checkFile(name);
    expect((await read(again)).counts).toMatchObject({ new: 0, changed: 0, refused: counts.refused });
    expect(await undo(id)).toMatchObject({ state: "undone", leftAlone: 0 });
    expect(await importedShop(shop.pool)).toEqual(before);
  });
});
