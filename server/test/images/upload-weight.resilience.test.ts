import { imageBytesMax } from "@shop/shared/shop";
import { expect, it } from "vitest";
import { insertCustomer } from "../harness/customers.ts";
import { formOf, pngOf } from "../harness/images.ts";
import { tally, time } from "../harness/load.ts";
import { descriptorsOf, residentMegabytes } from "../harness/process.ts";
import { randomFrom } from "../harness/random.ts";
import { startTwoServers } from "../harness/two-servers.ts";
import { width } from "../harness/width.ts";

const servers = startTwoServers();
const concurrency = 5;
/** How much more memory a server may have in the end, in megabytes. */
const moreMegabytes = 60;

it("A picture that is a little too heavy is refused every time, and what was read of it is let go", async () => {
  const { cookie } = await insertCustomer(servers.db, { isAdmin: true });
  const heaviest = await pngOf(imageBytesMax + 12_000);
  const next = randomFrom(5);
  const [shop] = servers.shops;
  const send = async (over: number) => {
    const body = formOf(heaviest.subarray(0, imageBytesMax + over));
    const call = await time(`${shop.origin}/api/upload`, { method: "POST", headers: { cookie }, body });
    return { ...call, body: call.body.slice(0, 200) };
  };
  // The first ones take the memory that all of them use.
  for (let n = 0; n < 2 * concurrency; n += 1) expect((await send(1)).status).toBe(413);
  const before = { megabytes: residentMegabytes(shop.pid), descriptors: await descriptorsOf(shop.pid) };
  const calls = [];
  while (calls.length < width.overweightUploads) {
    const overs = Array.from({ length: concurrency }, () => 1 + Math.floor(next() ** 3 * 11_000));
    calls.push(...(await Promise.all(overs.map(send))));
  }
  expect(tally(calls)).toEqual({ 413: calls.length });
  expect((await send(0)).status).toBe(200);
  expect(residentMegabytes(shop.pid) - before.megabytes).toBeLessThan(moreMegabytes);
  expect(await descriptorsOf(shop.pid)).toBeLessThan(before.descriptors + 50);
}, 300_000);
