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
/** How much memory may grow during the second half: a twentieth of what was sent meanwhile, in megabytes. */
const moreMegabytes = (0.05 * (width.overweightUploads / 2) * imageBytesMax) / 1_000_000;

it("An image that is a little too heavy is refused every time, and what was read of it is let go", async () => {
  const { cookie } = await insertCustomer(servers.db, { isAdmin: true });
  const heaviest = await pngOf(imageBytesMax + 12_000);
  const next = randomFrom(5);
  const [shop] = servers.shops;
  const send = async (over: number) => {
    const body = formOf(heaviest.subarray(0, imageBytesMax + over));
    const call = await time(`${shop.origin}/api/upload`, { method: "POST", headers: { cookie }, body });
    return { ...call, body: call.body.slice(0, 200) };
  };
  const sendMany = async () => {
    const calls = [];
    while (calls.length < width.overweightUploads / 2) {
      const overs = Array.from({ length: concurrency }, () => 1 + Math.floor(next() ** 3 * 11_000));
      calls.push(...(await Promise.all(overs.map(send))));
    }
    expect(tally(calls)).toEqual({ 413: calls.length });
    return { megabytes: residentMegabytes(shop.pid), descriptors: await descriptorsOf(shop.pid) };
  };
  // The first half grows the heap to the size that all of them use; what leaks grows on in the second.
  const before = await sendMany();
  const after = await sendMany();
  expect((await send(0)).status).toBe(200);
  expect(after.megabytes - before.megabytes).toBeLessThan(moreMegabytes);
  expect(after.descriptors).toBeLessThan(before.descriptors + 50);
}, 300_000);
