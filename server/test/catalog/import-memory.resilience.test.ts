import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { importing, waitForImport } from "../harness/importing.ts";
import { imageOptions, type ShopProcess, shopProcesses } from "../harness/process.ts";
import { startTestDatabase } from "../harness/test-database.ts";
import { width } from "../harness/width.ts";

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 120_000 });

/**
 * The server needs some 90 MB while it imports, the texts of the file 60 MB. A limit shows what is held at once;
 * resident memory shows garbage too, and depends on when it is collected.
 */
const heapMegabytes = 120;
const rows = 15_000;
const descriptionLength = 4_000;

const processes = shopProcesses();
const database = startTestDatabase();
let admin: Customer;
let server: ShopProcess;

beforeAll(async () => {
  admin = await insertCustomer(database.db, { isAdmin: true });
  server = await processes.open(
    {
      DATABASE_URL: database.url,
      JWT_SECRET: issuer.jwtSecret,
      PUBLIC_ORIGIN: issuer.publicOrigin,
      LOG_LEVEL: "error",
    },
    [...(await imageOptions()), `--max-old-space-size=${heapMegabytes}`],
  );
});
afterAll(() => server?.kill("SIGTERM"));

const shop = importing({
  shop: () => ({ origin: server.origin, cookie: admin.cookie }),
  work: (id) => waitForImport(() => shop.read(id)),
});

/** The products of a shop with long descriptions, each its own. */
function longFile(): string {
  const words = "made of solid oak, oiled by hand and ready to use, ".repeat(descriptionLength / 50);
  const line = (n: number) => {
    const description = `Number ${n} is ${words}`.slice(0, descriptionLength);
    return `long-${n},Table ${n},${(n % 900) + 1}.50,${n % 30},"${description}"`;
  };
  return ["key,name,price,stock,description", ...Array.from({ length: rows }, (_, n) => line(n))].join("\n");
}

it("A file of 60 MB is checked, and at full width applied and undone, by a server without the memory for it", async () => {
  const file = new TextEncoder().encode(longFile());
  expect(file.length).toBeGreaterThan(60_000_000);
  const id = await shop.upload(file);
  expect(await shop.check(id)).toMatchObject({ counts: { new: rows, refused: 0 } });
  if (width.appliesLargestFile) {
    expect(await shop.apply(id)).toMatchObject({ state: "applied" });
    expect(await shop.undo(id)).toMatchObject({ state: "undone" });
  }
  expect(server.isRunning()).toBe(true);
});
