import { expect, it } from "vitest";
import { makeManyProducts, makeProduct } from "../harness/factories.ts";
import { waitForStatus } from "../harness/load.ts";
import { residentMegabytes, shopProcesses } from "../harness/process.ts";
import { startTestDatabase } from "../harness/test-database.ts";

const processes = shopProcesses();
const database = startTestDatabase();

/** A quarter of a gigabyte of text, which does not fit into the memory that the process may use. */
const products = 50_000;
const descriptionLength = 4_900;
const heapMegabytes = 128;
/** The feed is far larger than what may be in flight. */
const growthMegabytes = 60;
const part = 2_000;

it("The feed of fifty thousand products takes no more memory at its end than at its beginning", async () => {
  await makeProduct(database.db);
  const description = "a word ".repeat(descriptionLength / 7);
  // In parts, because a statement has a time limit.
  for (let made = 1; made < products; made += part) {
    await makeManyProducts(database.pool, { count: Math.min(part, products - made), description });
  }
  const shop = await processes.open(
    { DATABASE_URL: database.url, JWT_SECRET: "a secret of this test that nobody else uses", LOG_LEVEL: "warn" },
    [`--max-old-space-size=${heapMegabytes}`],
  );
  await waitForStatus(`${shop.origin}/readyz`, 200, 60_000);
  const response = await fetch(`${shop.origin}/feeds/google-merchant.xml`);
  expect(response.status).toBe(200);
  if (response.body === null) throw new Error("the feed has no body");
  const ids = new Set<string>();
  const decoder = new TextDecoder();
  let rest = "";
  let [early, highest] = [0, 0];
  for await (const chunk of response.body) {
    const text = rest + decoder.decode(chunk, { stream: true });
    for (const [, id = ""] of text.matchAll(/<g:id>([^<]+)<\/g:id>/g)) ids.add(id);
    rest = text.slice(text.lastIndexOf("<item>"));
    const megabytes = residentMegabytes(shop.pid);
    if (ids.size < products / 5) early = Math.max(early, megabytes);
    highest = Math.max(highest, megabytes);
  }
  expect(ids.size).toBe(products);
  expect(rest.endsWith("</channel></rss>\n")).toBe(true);
  expect(highest - early).toBeLessThan(growthMegabytes);
}, 600_000);
