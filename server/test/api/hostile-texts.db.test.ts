import { Agent } from "node:http";
import { afterAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { toRefusal } from "../../src/http/errors.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { foreignParsers } from "../harness/foreign-parsers.ts";
import { foreignRoutes } from "../harness/foreign-routes.ts";
import { costlyTexts } from "../harness/hostile-texts.ts";
import { fieldsOf, procedureInputs } from "../harness/input-schemas.ts";
import { processorMs, referenceMs } from "../harness/processor-time.ts";
import { startTestShop } from "../harness/shop.ts";
import { makeAdmin } from "../harness/test-client.ts";
import { width } from "../harness/width.ts";

// At full width they take minutes.
vi.setConfig({ testTimeout: 1_200_000 });

const shop = startTestShop({ clientDir: makeClientDir(), trustedProxies: ["127.0.0.1"] });
const agent = new Agent({ keepAlive: true, maxSockets: 2 });
afterAll(() => agent.destroy());

it("A parser whose time grows with the square of its text is found, and one of linear time is not", async () => {
  // So long that the square is beyond ten times what is allowed, where noise of a busy machine cannot hide it.
  const find = (read: (text: string) => unknown) =>
    costlyTexts({ name: "parser", limit: 25_000, units: ["/", "a"], read }, { pairs: 0 });
  expect(await find((text) => text.replace(/\/+$/, ""))).toEqual(['parser: "/" and "x"', 'parser: "/" and "!"']);
  expect(await find((text) => text.split("/").join(""))).toEqual([]);
});

it("No repeated character and no repeated pair makes any parser of foreign text slow", async () => {
  const costly: string[] = [];
  for (const parser of foreignParsers) costly.push(...(await costlyTexts(parser, { pairs: width.hostilePairs })));
  expect(costly).toEqual([]);
});

it("No repeated character in any part of a request makes the shop slow", async () => {
  const { cookieHeader: cookie } = await makeAdmin(shop);
  const costly: string[] = [];
  for (const route of foreignRoutes(shop, cookie, agent))
    costly.push(...(await costlyTexts(route, width.hostileRequests)));
  expect(costly).toEqual([]);
});

it("No list, no object and no text that fills a body takes long to be refused, or has a long refusal", async () => {
  const filled = [
    Array.from({ length: 400_000 }, () => 1),
    Array.from({ length: 300_000 }, () => ({})),
    Array.from({ length: 240_000 }, () => "a"),
    Object.fromEntries(Array.from({ length: 80_000 }, (_, n) => [`a${n}`, 1])),
    // Marks that a normal form of Unicode has in another order; a part of a body is enough.
    "\u0301\u0316".repeat(30_000),
  ];
  const known = new Set<z.core.$ZodType>();
  const fields = procedureInputs().flatMap(({ name, inputs }) =>
    inputs.flatMap((input) => fieldsOf(input, name, known)),
  );
  const allowed = 300 * (await referenceMs());
  const costly: string[] = [];
  for (const { path, schema } of fields) {
    for (const value of filled) {
      let refusalLength = 0;
      const check = () => {
        const { error } = z.safeParse(schema, value);
        refusalLength = error === undefined ? 0 : JSON.stringify(toRefusal(new z.ZodError(error.issues))).length;
      };
      const isSlow = (await processorMs(check)) > allowed && (await processorMs(check)) > allowed;
      if (isSlow || refusalLength > 100_000)
        costly.push(`${path}: ${JSON.stringify(value).slice(0, 20)}, its refusal has ${refusalLength} characters`);
    }
  }
  expect(costly).toEqual([]);
});
