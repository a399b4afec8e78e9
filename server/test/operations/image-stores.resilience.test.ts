import { imageAt, imageWidths } from "@shop/shared/catalog/image";
import sharp from "sharp";
import { afterAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { openDb } from "../../src/db/client.ts";
import { openStorage } from "../../src/infra/open-storage.ts";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { formOf, noise } from "../harness/images.ts";
import { startObjectStore } from "../harness/object-store.ts";
import { shopProcesses } from "../harness/process.ts";
import { createDatabase } from "../harness/test-database.ts";
import { testLimits } from "../harness/test-limits.ts";

const store = await startObjectStore();
afterAll(() => store.discard());
const processes = shopProcesses();

it("An object store has every image whole that was acknowledged before the shop or the store itself was killed", async () => {
  const database = await createDatabase();
  const { db, close } = openDb({ url: database.url, poolMax: 2, limits: testLimits });
  const { cookie } = await insertCustomer(db, { isAdmin: true });
  await close();
  const env = { DATABASE_URL: database.url, JWT_SECRET: issuer.jwtSecret, PUBLIC_ORIGIN: issuer.publicOrigin };
  const image = await noise(500, 500).jpeg().toBuffer();
  const acknowledged: string[] = [];
  let answers = 0;
  const keepSending = async (origin: string) => {
    for (;;) {
      const sent = { method: "POST", headers: { cookie }, body: formOf(image) };
      const response = await fetch(`${origin}/api/upload`, sent).catch(() => undefined);
      if (response?.ok !== true) return response?.status;
      acknowledged.push(z.object({ image: z.string() }).parse(await response.json()).image);
      answers += 1;
    }
  };
  for (const killed of ["shop", "store"]) {
    const server = await processes.open({ ...env, ...store.env });
    const sending = [keepSending(server.origin), keepSending(server.origin)];
    const enough = answers + 3;
    await vi.waitUntil(() => answers >= enough, { timeout: 60_000, interval: 5 });
    if (killed === "shop") server.kill("SIGKILL");
    else await store.kill();
    expect(await Promise.all(sending)).toEqual(killed === "shop" ? [undefined, undefined] : [503, 503]);
    if (killed === "store") await store.start();
    server.kill("SIGKILL");
    await server.exited;
  }
  await database.drop();
  const storage = await openStorage(store.settings, () => undefined);
  for (const image of acknowledged) {
    for (const width of imageWidths) {
      const content = await storage.read(imageAt(image, width).slice("/uploads/".length));
      expect((await sharp(content).metadata()).format, `${image} in width ${width}`).toBe("webp");
    }
  }
});
