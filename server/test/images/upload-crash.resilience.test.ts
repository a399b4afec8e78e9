import { readdir, readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { imageAt, imageWidths, masterAt } from "@shop/shared/catalog/image";
import sharp from "sharp";
import { expect, it } from "vitest";
import { z } from "zod";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { shopProcesses } from "../harness/process.ts";
import { randomFrom } from "../harness/random.ts";
import { startTestDatabase } from "../harness/test-database.ts";
import { width } from "../harness/width.ts";

const rounds = width.uploadKillRounds;
/** Longer ago than any file takes to write, in milliseconds. */
const longAgo = 3_600_000;

const processes = shopProcesses();
const database = startTestDatabase();

const answerSchema = z.object({ image: z.string() });

it("A shop that is killed while images come in has every image that it acknowledged whole, and no other by half", async () => {
  const admin = await insertCustomer(database.db, { isAdmin: true });
  const folder = await processes.folder();
  const open = () =>
    processes.open({
      DATABASE_URL: database.url,
      JWT_SECRET: issuer.jwtSecret,
      PUBLIC_ORIGIN: issuer.publicOrigin,
      UPLOADS_DIR: folder,
      LOG_LEVEL: "warn",
    });
  const noise = { type: "gaussian" as const, mean: 128, sigma: 40 };
  const image = await sharp({ create: { width: 1_200, height: 1_200, channels: 3, background: "#000", noise } })
    .jpeg()
    .toBuffer();
  const next = randomFrom(11);
  const acknowledged: string[] = [];

  for (let round = 0; round < rounds; round += 1) {
    const shop = await open();
    const before = acknowledged.length;
    const sending = Array.from({ length: 4 }, async () => {
      for (;;) {
        const form = new FormData();
        form.set("image", new Blob([new Uint8Array(image)], { type: "image/jpeg" }), "picture.jpg");
        const answer = await fetch(`${shop.origin}/api/upload`, {
          method: "POST",
          headers: { cookie: admin.cookie },
          body: form,
        }).then(
          async (response) => (response.ok ? answerSchema.parse(await response.json()) : undefined),
          () => undefined,
        );
        if (answer === undefined) return;
        acknowledged.push(answer.image);
      }
    });
    // Half of the rounds end at any time, the others while images follow the first one that was stored.
    if (round % 2 === 0) await delay(600 + next() * 1_200);
    else {
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before);
      await delay(next() * 600);
    }
    shop.kill("SIGKILL");
    await shop.exited;
    await Promise.all(sending);
  }

  expect(acknowledged.length).toBeGreaterThan(0);
  for (const image of acknowledged) {
    for (const address of [masterAt(image), ...imageWidths.map((width) => imageAt(image, width))]) {
      const file = join(folder, address.slice("/uploads/".length));
      expect((await sharp(await readFile(file)).metadata()).format, file).toBe("webp");
    }
  }
  const names = await readdir(folder);
  for (const name of names.filter((each) => /\.(webp|avif)$/.test(each))) {
    const { info } = await sharp(join(folder, name)).raw().toBuffer({ resolveWithObject: true });
    expect(info.width, name).toBeGreaterThan(0);
  }
  // What was left half-written is old by the time a shop is set up again.
  const old = new Date(Date.now() - longAgo);
  for (const name of names.filter((each) => each.endsWith(".tmp"))) await utimes(join(folder, name), old, old);
  const shop = await open();
  expect((await readdir(folder)).filter((each) => !/\.(webp|avif)$/.test(each))).toEqual([]);
  shop.kill("SIGTERM");
  await shop.exited;
}, 300_000);
